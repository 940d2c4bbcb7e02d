package dev.assay.cli.terminal;

import dev.assay.core.display.VisibleText;
import java.io.PrintWriter;

/**
 * Nothing but what stays.
 *
 * @param out where it is printed
 */
record QuietView(PrintWriter out) implements View {
    @Override
    public void say(String text) {
        out.println(VisibleText.of(text));
        out.flush();
    }
}
