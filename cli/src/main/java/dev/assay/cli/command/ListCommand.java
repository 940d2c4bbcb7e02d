package dev.assay.cli.command;

import dev.assay.cli.run.NamedFiles;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.study.Study;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the scenarios and studies that have names.",
            "A name can be given wherever a command takes a FILE or a SCENARIO: 'assay run quickstart'.",
            "Names are those of the files in a folder 'scenarios' or 'studies' here, and then of those that come with Assay."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  assay list quickstart > mine.yaml", "  assay list --schema > scenario.schema.json"})
public final class ListCommand extends TerminalCommand {
    /** Marks the comment that editors read at the top of a file. */
    private static final String FOR_EDITORS = "# yaml-language-server";

    /** Matches the end of the first sentence of a text, or of the part of it that makes sense alone. */
    private static final Pattern END = Pattern.compile("[.:?!]( |$)");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NAME",
            description = "Prints this scenario or study instead, to be copied and changed.")
    private @Nullable String name;

    /** Names the kinds of files whose schemas are resources, such as {@code scenario.schema.json}. */
    private enum Kind {
        SCENARIO,
        STUDY,
        FLEET;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--schema",
            arity = "0..1",
            paramLabel = "KIND",
            fallbackValue = "SCENARIO",
            description =
                    "Prints the JSON Schema of files of that kind instead, for editors: ${COMPLETION-CANDIDATES} (default: scenario).")
    private @Nullable Kind schema;

    @Mixin
    PluginChoice plugins = new PluginChoice();

    @Override
    protected ExitCode run() throws ScenarioException, IOException {
        Kind kind = schema;
        if (kind != null) {
            if (name != null) {
                throw CommandFailure.badInput(
                        "--schema is of all files of a kind, so NAME has no effect; leave one of them out");
            }
            out().print(text(kind));
            return ExitCode.OK;
        }
        Map<String, Path> scenarios = NamedFiles.SCENARIOS.all();
        Map<String, Path> studies = NamedFiles.STUDIES.all();
        if (name != null) {
            out().print(ScenarioChanges.text(named(name, scenarios, studies)));
        } else {
            out().println("Scenarios, for run, plan, capacity and verify:");
            for (Map.Entry<String, Path> scenario : scenarios.entrySet()) {
                String text = ScenarioChanges.text(scenario.getValue());
                out().printf("  %-23s %s%n", scenario.getKey(), introduction(text));
            }
            out().println("Studies, for run and plan:");
            for (Path study : studies.values()) {
                out().println("  " + line(study));
            }
        }
        return ExitCode.OK;
    }

    private static String text(Kind kind) throws IOException {
        try (InputStream schema =
                Objects.requireNonNull(ListCommand.class.getResourceAsStream("/%s.schema.json".formatted(kind)))) {
            return PluginSchema.extended(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static String line(Path file) throws ScenarioException {
        Study study = StudyFile.read(file.toString(), ScenarioChanges.text(file), List.of());
        return "%-20s %s: %d tests, %d cells, %d claims"
                .formatted(
                        study.name(),
                        study.title(),
                        study.tests().size(),
                        study.cells().size(),
                        study.claims().size());
    }

    private static Path named(String name, Map<String, Path> scenarios, Map<String, Path> studies) {
        Path file = scenarios.get(name);
        if (file == null) {
            file = studies.get(name);
        }
        if (file == null) {
            throw CommandFailure.badInput(
                    "there is no scenario or study '" + name + "'; 'assay list' lists those that there are");
        }
        return file;
    }

    /** Returns the beginning of the comment at the top of a scenario; empty where there is none. */
    private static String introduction(String text) {
        List<String> comment = new ArrayList<>();
        for (String line : text.lines().takeWhile(line -> line.startsWith("#")).toList()) {
            if (!line.startsWith(FOR_EDITORS)) {
                comment.add(line.substring(1).strip());
            }
        }
        String all = String.join(" ", comment);
        Matcher end = END.matcher(all);
        if (!end.find()) {
            return all;
        }
        return all.charAt(end.start()) == '?' ? all.substring(0, end.start() + 1) : all.substring(0, end.start());
    }
}
