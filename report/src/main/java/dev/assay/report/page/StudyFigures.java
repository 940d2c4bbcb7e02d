package dev.assay.report.page;

import dev.assay.model.result.Interval;
import dev.assay.scenario.study.StudyRecord;
import dev.assay.scenario.study.StudyRecord.FigureRecord;
import dev.assay.scenario.study.StudyRecord.LegRecord;
import dev.assay.scenario.study.StudyRecord.MachineRecord;
import dev.assay.scenario.study.StudyRecord.PeakRecord;
import java.util.List;
import java.util.Locale;

/** The figures of a study in words, the same on the page and on the terminal. */
public final class StudyFigures {
    /** Said above what there is of machines. */
    public static final String MACHINE =
            "The disks there, and the one that servers write to here, by itself (assay calibrate):";

    /** Said above the peaks that loads were scaled by. */
    public static final String SCALED =
            "Scaled to this machine: each load is the same part of the peak as there, or the part that the study names, by the slower of the systems compared.";

    /** A figure of the machines there, and of this one. */
    public static String machine(MachineRecord figure) {
        String here = figure.measured()
                .map(value -> "%s %s here (n = %,d)".formatted(number(value), figure.unit(), figure.n()))
                .orElse("not known here: " + figure.note());
        return "%s (%s): %s, %s"
                .formatted(
                        figure.figure(),
                        figure.test(),
                        figure.published()
                                .map(value -> number(value) + " " + figure.unit() + " published")
                                .orElse("none published"),
                        here);
    }

    /** A peak there and here. */
    public static String peak(PeakRecord peak) {
        return "peak %s (%s): %,.0f msg/s here, %s"
                .formatted(
                        peak.name(),
                        peak.cell(),
                        peak.measured(),
                        peak.published()
                                .map(there -> "%,.0f published, a factor of %s"
                                        .formatted(there, number(peak.measured() / there)))
                                .orElse("none published"));
    }

    /** Said above all claims. */
    public static final String CHANCE =
            "Each comparison is judged by a 95 % interval over blocks: of twenty, about one is wrong by chance.";

    /** The title of the table. */
    public static final String TABLE =
            "Measured beside published: latencies in ms, rates in messages per second, lowest to highest of the blocks";

    /** Said above the tables as they were published. */
    public static final String TABLES =
            "Of each figure first what was published, then what was measured here: lowest to highest of n blocks, of the variant that was published.";

    /** Said above the charts. */
    public static final String CHARTS =
            "One colour a cell: the strong line is the block whose median window is the median of the blocks, thin ones are the other blocks. Each point is of all samples of a window. Publish is the latency called service here, end-to-end the one called call to end.";

    private StudyFigures() {}

    /** The tables that have a figure from here, or those that have none. */
    public static List<StudyTableView> tables(StudyRecord study, boolean measured) {
        return study.tables().stream()
                .filter(table -> table.measured() == measured)
                .map(StudyTableView::of)
                .toList();
    }

    /** What was measured of a comparison. */
    public static String measured(LegRecord leg) {
        String left = leg.leftOut() == 0 ? "" : ", " + leg.leftOut() + " left out";
        if (leg.centre().isEmpty() && leg.blocks() >= Interval.MIN_TRIALS) {
            return "n = " + blocks(leg) + left; // A state has no interval.
        }
        if (leg.centre().isEmpty()) {
            return "no interval (n = " + blocks(leg) + left + ")";
        }
        String low = leg.low().map(StudyFigures::number).orElse("0");
        String high = leg.high().map(StudyFigures::number).orElse("any");
        return number(leg.centre().get()) + " [" + low + " to " + high + "] (n = " + blocks(leg) + left + ")";
    }

    private static String blocks(LegRecord leg) {
        return leg.blocks() == 1 ? "1 block" : leg.blocks() + " blocks";
    }

    /** What it was to be; empty where it is only shown. */
    public static String expected(LegRecord leg) {
        return leg.expected().isEmpty() ? "" : ", claimed " + leg.expected();
    }

    /** What was published, and whether the size agrees. */
    public static String published(LegRecord leg) {
        String size = leg.sizeAgrees()
                .map(agrees -> agrees ? ", size agrees" : ", size does not agree")
                .orElse("");
        return leg.published().isEmpty() ? "" : ", published " + leg.published() + size;
    }

    /** What was measured of a figure. */
    public static String measured(FigureRecord figure) {
        return figure.low()
                .flatMap(low -> figure.high()
                        .map(high -> (figure.blocks() == 1 ? number(low) : number(low) + " to " + number(high))
                                + " (n = " + figure.blocks() + ")"))
                .orElse("not measured");
    }

    /** The published figure. */
    public static String published(FigureRecord figure) {
        return figure.published().map(StudyFigures::number).orElse("–");
    }

    static String number(double value) {
        String format = Math.abs(value) >= 1000 ? "%,.0f" : Math.abs(value) >= 10 ? "%.1f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }
}
