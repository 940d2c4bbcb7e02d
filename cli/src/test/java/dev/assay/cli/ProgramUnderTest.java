package dev.assay.cli;

import dev.assay.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs the program within the process of a test, with the output that a terminal would get. */
public final class ProgramUnderTest {
    private ProgramUnderTest() {}

    public record Ended(int code, String out, String err) {
        /** Returns both outputs together. */
        public String said() {
            return out + err;
        }
    }

    public static Ended run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.execute(
                Main.commandLine()
                        .setOut(Terminal.on(new PrintStream(out, true, StandardCharsets.UTF_8)))
                        .setErr(Terminal.on(new PrintStream(err, true, StandardCharsets.UTF_8))),
                arguments);
        return new Ended(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
