package dev.assay.cli.terminal;

import dev.assay.cli.terminal.LiveBlock.Line;
import dev.assay.model.display.VisibleText;
import dev.assay.model.trial.TrialStage;
import dev.assay.run.live.LoadPlace;
import dev.assay.run.live.LoadSecond;
import dev.assay.run.live.LoadWindow;
import dev.assay.run.secret.ProcessRedactor;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Draws a table on a terminal each second: the latest seconds of the load, and the phase so far. Each phase leaves a
 * line above it when it ends.
 */
final class LiveView implements View {
    private static final int LATEST = 5;
    private static final String NO_STYLE = "";
    private static final String BOLD = "\u001b[1m";
    private static final String DIM = "\u001b[2m";

    private final PrintWriter out;
    private final LiveBlock block;
    private final boolean coloured;
    private final Deque<LoadSecond> latest = new ArrayDeque<>();
    private final LoadWindow phase = new LoadWindow();
    private String trial = "";
    private String status = "";
    private boolean headed;

    /** @param coloured whether text may be bold or dim */
    LiveView(PrintWriter out, Supplier<TerminalSize> size, boolean coloured) {
        this.out = out;
        this.block = new LiveBlock(out, size);
        this.coloured = coloured;
    }

    @Override
    public void trial(String name) {
        endPhase();
        trial = "[" + VisibleText.line(name) + "] ";
        status = "";
        headed = false;
    }

    /** Does not end the phase, whose last seconds arrive after the next step has begun. */
    @Override
    public void step(String text) {
        Optional<LoadSecond> now = phase.last();
        if (now.isPresent()) {
            status = VisibleText.of(text);
            block.draw(table(now.get()));
        } else {
            block.draw(List.of(new Line(trial + VisibleText.of(text))));
        }
    }

    /** Keeps a line for a fault and its end, since they are moments of the load. */
    @Override
    public void stage(TrialStage stage) {
        if (stage == TrialStage.INJECTING || stage == TrialStage.RECOVERING) {
            block.clear();
            print(trial + stage.title(), block.columns());
        } else {
            step(stage.title());
        }
    }

    @Override
    public void load(LoadSecond second) {
        if (phase.last().filter(last -> !last.isOfPhaseOf(second)).isPresent()) {
            endPhase();
        }
        phase.add(second);
        latest.addLast(second);
        if (latest.size() > LATEST) {
            latest.removeFirst();
        }
        block.draw(table(second));
    }

    private List<Line> table(LoadSecond now) {
        int width = block.columns();
        List<Line> lines = new ArrayList<>(head(now, width));
        LoadColumns columns = LoadColumns.fitting(width);
        columns.heading().forEach(heading -> lines.add(dim(heading)));
        latest.forEach(second -> lines.add(new Line(
                columns.row(String.format(Locale.ROOT, "%.0f s", second.place().seconds()), second.statistics()))));
        lines.add(bold(columns.row("all %d s".formatted(phase.seconds()), phase.statistics())));
        NodeText.lines(now.servers(), now.machines(), width).forEach(text -> lines.add(new Line(text)));
        return lines;
    }

    /** Writes the head on one line where there is room. */
    private List<Line> head(LoadSecond now, int width) {
        String place = trial + place(now.place());
        String left = now.left().text();
        return place.length() + left.length() + 2 <= width
                ? List.of(bold(place + "  " + left))
                : List.of(bold(place), new Line(left));
    }

    private String place(LoadPlace place) {
        String where = VisibleText.of(place.text());
        if (status.isEmpty()) {
            return where;
        }
        return place.isAfterLoad() ? status : where + ", " + status;
    }

    /** Keeps the phase's row, unless it is the time after the load. */
    private void endPhase() {
        phase.last().filter(last -> !last.place().isAfterLoad()).ifPresent(this::keep);
        phase.clear();
        latest.clear();
    }

    /** Keeps a phase's row, below the heading if it is the first of its trial. */
    private void keep(LoadSecond last) {
        int width = block.columns();
        LoadColumns columns = LoadColumns.fitting(width);
        block.clear();
        if (!headed) {
            headed = true;
            print(trial + "mean rates, percentiles of all n, highest backlog", width);
            columns.heading().forEach(heading -> print(heading, width));
        }
        print(columns.row(VisibleText.line(last.place().phase()), phase.statistics()), width);
    }

    private void print(String line, int width) {
        out.println(TextWidth.cut(ProcessRedactor.known().verbatim(line), width));
        out.flush();
    }

    @Override
    public void say(String text) {
        block.clear();
        out.println(VisibleText.message(text));
        out.flush();
    }

    @Override
    public void clear() {
        endPhase();
        block.clear();
    }

    @Override
    public boolean overwrites() {
        return true;
    }

    private Line bold(String text) {
        return new Line(text, coloured ? BOLD : NO_STYLE);
    }

    private Line dim(String text) {
        return new Line(text, coloured ? DIM : NO_STYLE);
    }
}
