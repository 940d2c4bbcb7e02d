package dev.assay.cli.omb;

import picocli.CommandLine.Command;

@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Makes scenarios of other benchmarks' files.",
            "Each key is listed as mapped, as different (with how) or as refused (with why), and so is what was assumed.",
            "Nothing is run or fetched. docs/IMPORTING.md says what the keys mean there and here."
        },
        subcommands = ImportOmbCommand.class)
public final class ImportCommand {}
