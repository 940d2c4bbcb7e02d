package dev.assay.e2e.frozen;

import dev.assay.cli.InProcess;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class FrozenHelpTest {
    @Test
    void eachCommandIsExplainedAsItWas() throws IOException {
        Map<String, String> texts = new TreeMap<>();
        collect(InProcess.commandLine().setUsageHelpAutoWidth(false), texts);
        texts.put("without-arguments.txt", new Transcript().of());

        Goldens.assertHeld("help", texts);
    }

    private static void collect(CommandLine command, Map<String, String> texts) {
        String name = command.getCommandSpec().qualifiedName("-");
        texts.put(name + ".txt", command.getUsageMessage(Ansi.OFF));
        command.getSubcommands().values().forEach(below -> collect(below, texts));
    }
}
