package dev.assay.e2e.frozen;

import dev.assay.cli.InProcess;
import dev.assay.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Runs commands in this process, and records their visible output with placeholders for paths that differ each time. */
final class Transcript {
    private final Map<String, String> places = new LinkedHashMap<>();

    Transcript() {
        Locale.setDefault(Locale.ROOT); // The program does so before anything else.
    }

    Transcript naming(Path place, String name) {
        places.put(place.toString(), name);
        return this;
    }

    /** Returns the command, its output, and its exit code. */
    String of(String... command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintWriter terminal = Terminal.on(new PrintStream(out, true, StandardCharsets.UTF_8));
        int code = InProcess.commandLine()
                .setUsageHelpAutoWidth(false)
                .setOut(terminal)
                .setErr(Terminal.on(new PrintStream(err, true, StandardCharsets.UTF_8)))
                .execute(command);
        terminal.flush();
        String said = out.toString(StandardCharsets.UTF_8);
        String complained = err.toString(StandardCharsets.UTF_8);
        return named("$ assay %s\n%s%sexit code %d\n"
                .formatted(
                        String.join(" ", command),
                        said,
                        complained.isEmpty() ? "" : "on the standard error:\n" + complained,
                        code));
    }

    /** Returns a text with names in place of paths. */
    String named(String text) {
        String named = text;
        for (Map.Entry<String, String> place : places.entrySet()) {
            named = named.replace(place.getKey(), place.getValue());
        }
        return named;
    }
}
