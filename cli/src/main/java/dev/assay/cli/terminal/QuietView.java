package dev.assay.cli.terminal;

import dev.assay.model.display.VisibleText;
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
