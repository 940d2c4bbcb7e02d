package dev.assay.cli.command;

import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.ScenarioException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists what can be measured by its name. */
@Command(
        name = "scenarios",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the scenarios and studies that have names.",
            "A name can be given wherever a command takes a SCENARIO or a STUDY: 'assay run quickstart'.",
            "Names are those of the files in a folder 'scenarios' or 'studies' here, and then of those that come with Assay.",
            "Example: assay scenarios quickstart > mine.yaml"
        })
public final class ScenariosCommand implements Callable<Integer> {
    /** What editors read at the top of a file. */
    private static final String FOR_EDITORS = "# yaml-language-server";

    /** Where the first sentence of a text ends, or the part of it that stands alone. */
    private static final Pattern END = Pattern.compile("[.:?!]( |$)");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NAME",
            description = "Prints this scenario or study instead, to be copied and changed.")
    private @Nullable String name;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws ScenarioException, IOException {
        PrintWriter out = spec.commandLine().getOut();
        Map<String, Path> scenarios = NamedFiles.SCENARIOS.all();
        Map<String, Path> studies = NamedFiles.STUDIES.all();
        if (name != null) {
            out.print(ScenarioChanges.text(named(name, scenarios, studies)));
        } else {
            out.println("Scenarios, for run, plan, capacity and verify:");
            for (Map.Entry<String, Path> scenario : scenarios.entrySet()) {
                String text = ScenarioChanges.text(scenario.getValue());
                out.printf("  %-23s %s%n", scenario.getKey(), introduction(text));
            }
            out.println("Studies, for study:");
            for (Path study : studies.values()) {
                out.println("  " + StudyFolder.line(study));
            }
        }
        out.flush();
        return ExitCode.OK.code();
    }

    private static Path named(String name, Map<String, Path> scenarios, Map<String, Path> studies) {
        Path file = scenarios.get(name);
        if (file == null) {
            file = studies.get(name);
        }
        if (file == null) {
            throw new CommandFailure(
                    ExitCode.BAD_INPUT,
                    "there is no scenario or study '" + name + "'; 'assay scenarios' lists those that there are");
        }
        return file;
    }

    /** The beginning of the comment at the top of a scenario; empty where there is none. */
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
