package dev.assay.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Renders help whose descriptions are broken where a line of the terminal ends, and not where one of the source does. */
final class UsageHelp extends Help {
    /** The characters of a line, which fit any terminal and can be read. */
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

    /** Has the help of a command and of all below it look so. */
    static void applyTo(CommandLine line) {
        line.setUsageHelpWidth(WIDTH).setHelpFactory(UsageHelp::new);
        describe(line);
    }

    private static void describe(CommandLine line) {
        UsageMessageSpec usage = line.getCommandSpec().usageMessage();
        usage.description(paragraphs(usage.description()));
        line.getSubcommands().values().forEach(UsageHelp::describe);
    }

    /** Puts lines together until one ends a sentence. */
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
