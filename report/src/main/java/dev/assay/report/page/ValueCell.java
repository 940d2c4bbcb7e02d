package dev.assay.report.page;

import dev.assay.analysis.quality.Quality;
import dev.assay.analysis.quality.Quality.Flaw;
import dev.assay.analysis.quality.Quality.Kind;
import dev.assay.analysis.reading.Reading;
import dev.assay.analysis.verdict.QualityText;
import dev.assay.report.view.Block.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * @param text the value; it begins with ≥ where it is a lower bound
 * @param supported whether enough samples of enough events lie above it to rely on it
 * @param disturbed whether something other than the system affected it
 * @param note reasons against it as one text; empty for none
 * @param causes details of these reasons that the mark does not tell
 */
public record ValueCell(String text, boolean supported, boolean disturbed, String note, List<String> causes) {
    /** Marks a value with too few samples to rely on. */
    public static final String WEAK = "†";

    /** Marks a value that something other than the system affected. */
    public static final String DISTURBED = "‡";

    public ValueCell {
        causes = List.copyOf(causes);
    }

    static ValueCell plain(String text) {
        return new ValueCell(text, true, false, "", List.of());
    }

    /**
     * Returns a value with its quality.
     *
     * @param text the value without the quality's marks
     */
    static ValueCell of(String text, Reading row) {
        double nanos = row.value();
        Quality quality = row.quality();
        List<Flaw> weak = quality.flaws().stream()
                .filter(flaw -> !quality.disturbances().contains(flaw))
                .limit(1)
                .toList();
        List<Flaw> flaws =
                Stream.concat(weak.stream(), quality.disturbances().stream()).toList();
        List<String> note = new ArrayList<>();
        List<String> causes = new ArrayList<>();
        for (Flaw flaw : flaws) {
            String cause = QualityText.of(quality, flaw, nanos);
            note.add(cause);
            if (flaw.kind() != Kind.FEW_SAMPLES) {
                causes.add(cause);
            }
        }
        if (quality.disturbed()) {
            String place = "so it is " + QualityText.place(row.interval());
            note.add(place);
            causes.add(place);
        }
        return new ValueCell(
                (quality.bound() ? "≥" : "") + text,
                weak.isEmpty(),
                quality.disturbed(),
                String.join("; ", note),
                causes);
    }

    /** Returns the marks behind the value; empty for none. */
    public String marks() {
        return (supported ? "" : WEAK) + (disturbed ? DISTURBED : "");
    }

    public boolean bound() {
        return text.startsWith("≥");
    }

    Cell cell() {
        return new Cell(text, "", marks(), note, "");
    }
}
