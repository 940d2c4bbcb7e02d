package dev.assay.cli.omb;

import dev.assay.cli.compare.NewFile;
import dev.assay.model.display.VisibleText;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.exit.CommandFailure;
import dev.assay.omb.ImportResult;
import dev.assay.omb.ImportText;
import dev.assay.report.text.CommandText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

final class ImportTarget {
    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Writes the scenario to this file, and the list of keys to standard output. By default the scenario goes to"
                            + " standard output and the list to standard error.")
    private @Nullable Path out;

    @Option(names = "--overwrite", description = "Replaces the file of --out if there is one.")
    private boolean overwrite;

    @Option(names = "--name", paramLabel = "NAME", description = "Name of the scenario.")
    private @Nullable String name;

    @Option(
            names = "--durability",
            paramLabel = "LEVEL",
            description =
                    "Level to ask for, such as level-2 (replicated); by default the one that fits what is imported.")
    private @Nullable String durability;

    @Option(
            names = "--existing",
            description = "Measures the cluster that is named there, instead of one that Assay starts on this machine.")
    private boolean existing;

    boolean existing() {
        return existing;
    }

    Optional<String> name() {
        return Optional.ofNullable(name);
    }

    Optional<DurabilityLevel> durability() {
        String text = durability;
        if (text == null) {
            return Optional.empty();
        }
        return Optional.of(Arrays.stream(DurabilityLevel.values())
                .filter(level -> level.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> CommandFailure.badInput("--durability is '%s'; expected one of %s"
                        .formatted(
                                text,
                                Arrays.stream(DurabilityLevel.values())
                                        .map(DurabilityLevel::toString)
                                        .collect(Collectors.joining(", "))))));
    }

    /** Refuses, before anything is made, to replace a file. */
    void check() {
        Path file = out;
        if (file != null && !overwrite) {
            NewFile.requireFree(file);
        }
        if (file == null && overwrite) {
            throw CommandFailure.badInput("--overwrite is for the file of --out: give both");
        }
    }

    /**
     * Writes the imported scenario.
     *
     * @throws CommandFailure when no scenario can be made, for which the printed list has given the reasons
     */
    void write(ImportResult result, CommandLine line) {
        Path file = out;
        String scenario = result.scenario();
        PrintWriter list = scenario != null && file != null ? line.getOut() : line.getErr();
        list.print(ImportText.of(result) + command(result, file == null ? Path.of("scenario.yaml") : file));
        list.flush();
        if (scenario == null) {
            throw CommandFailure.badInput("no scenario was made: %d of the keys above would make it another one:\n%s"
                    .formatted(result.obstacles().size(), ImportText.obstacles(result)));
        }
        if (file == null) {
            line.getOut().print(scenario);
            line.getOut().flush();
        } else if (overwrite) {
            NewFile.replace(file, scenario);
        } else {
            NewFile.write(file, scenario);
        }
    }

    /**
     * Returns the command that runs a scenario whose files of secrets nobody has written yet; empty for other scenarios.
     * Command-line options can't set a variant's keys.
     */
    private static String command(ImportResult result, Path file) {
        if (result.secrets().isEmpty()) {
            return "";
        }
        List<String> words = new ArrayList<>(List.of("assay", "run", file.toString()));
        List<String> ofVariants = new ArrayList<>();
        result.secrets().forEach((key, secret) -> {
            Path beside = file.resolveSibling(secret);
            if (key.segments().getFirst().equals("variants")) {
                ofVariants.add(beside.toString());
            } else {
                words.addAll(List.of("--set-file", key + "=" + beside));
            }
        });
        return "Write each secret to a file that only you can read (chmod 600)%s, then:%n  %s%n"
                .formatted(
                        ofVariants.isEmpty()
                                ? ""
                                : ", those of variants to " + VisibleText.of(String.join(", ", ofVariants)),
                        VisibleText.of(CommandText.of(words)));
    }
}
