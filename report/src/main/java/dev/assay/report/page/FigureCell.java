package dev.assay.report.page;

import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.quality.Quality.Flaw;
import dev.assay.analysis.quality.Quality.Kind;
import dev.assay.analysis.verdict.QualityText;
import dev.assay.report.view.Block.Cell;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One figure of a table.
 *
 * @param text the figure; it begins with ≥ where it is a lower bound
 * @param supported whether enough samples of enough events lie above it to say much
 * @param disturbed whether something else than the system shaped it
 * @param note what speaks against it as one text; empty for nothing
 * @param causes of that what its mark does not say by itself
 */
public record FigureCell(String text, boolean supported, boolean disturbed, String note, List<String> causes) {
    /** Of a figure that too little stands behind. */
    public static final String WEAK = "†";

    /** Of a figure that something else than the system shaped. */
    public static final String DISTURBED = "‡";

    public FigureCell {
        causes = List.copyOf(causes);
    }

    /** One that nothing speaks against. */
    static FigureCell plain(String text) {
        return new FigureCell(text, true, false, "", List.of());
    }

    /**
     * A figure and its quality.
     *
     * @param text without what the quality adds
     * @param nanos its value
     */
    static FigureCell of(String text, double nanos, Quality quality) {
        List<Flaw> weak = quality.flaws().stream()
                .filter(flaw -> !quality.disturbances().contains(flaw))
                .limit(1)
                .toList();
        List<Flaw> flaws =
                Stream.concat(weak.stream(), quality.disturbances().stream()).toList();
        return new FigureCell(
                (quality.bound() ? "≥" : "") + text,
                weak.isEmpty(),
                quality.disturbed(),
                flaws.stream().map(flaw -> QualityText.of(quality, flaw, nanos)).collect(Collectors.joining("; ")),
                flaws.stream()
                        .filter(flaw -> flaw.kind() != Kind.FEW_SAMPLES)
                        .map(flaw -> QualityText.of(quality, flaw, nanos))
                        .toList());
    }

    /** The marks that stand behind it; empty for none. */
    public String marks() {
        return (supported ? "" : WEAK) + (disturbed ? DISTURBED : "");
    }

    /** Whether it is no more than a lower bound. */
    public boolean bound() {
        return text.startsWith("≥");
    }

    /** The same in a table. */
    Cell cell() {
        return new Cell(text, "", marks(), note, "");
    }
}
