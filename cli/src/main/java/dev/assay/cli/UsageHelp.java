package dev.assay.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Renders help whose descriptions wrap at the terminal's line width instead of where a line of the source ends. */
final class UsageHelp extends Help {
    /** Limits the characters in a line, so that it fits any terminal. */
    static final int WIDTH = 80;

    UsageHelp(CommandSpec command, ColorScheme colours) {
        super(command, colours);
    }

    @Override
    public IOptionRenderer createDefaultOptionRenderer() {
        IOptionRenderer renderer = super.createDefaultOptionRenderer();
        return (option, label, colours) -> renderer.render(
                OptionSpec.builder(option)
                        .names(option.names())
                        .description(String.join(" ", option.description()))
                        .build(),
                label,
                colours);
    }

    @Override
    public IParameterRenderer createDefaultParameterRenderer() {
        IParameterRenderer renderer = super.createDefaultParameterRenderer();
        return (parameter, label, colours) -> renderer.render(
                PositionalParamSpec.builder(parameter)
                        .description(String.join(" ", parameter.description()))
                        .build(),
                label,
                colours);
    }

    static void applyTo(CommandLine line) {
        line.setUsageHelpWidth(WIDTH).setHelpFactory(UsageHelp::new);
        describe(line);
    }

    private static void describe(CommandLine line) {
        UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        usage.description(paragraphs(usage.description()));
        line.getSubcommands().values().forEach(UsageHelp::describe);
    }

    /** Joins lines until one ends a sentence. */
    private static String[] paragraphs(String... lines) {
        List<String> paragraphs = new ArrayList<>();
        String begun = "";
        for (String line : lines) {
            begun += begun.isEmpty() ? line : " " + line;
            if (line.endsWith(".")) {
                paragraphs.add(begun);
                begun = "";
            }
        }
        if (!begun.isEmpty()) {
            paragraphs.add(begun);
        }
        return paragraphs.toArray(String[]::new);
    }
}
