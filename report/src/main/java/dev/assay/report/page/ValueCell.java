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
 * One value of a table.
 *
 * @param text the value; it begins with ≥ where it is a lower bound
 * @param supported whether enough samples of enough events lie above it to say much
 * @param disturbed whether something other than the system affected it
 * @param note what speaks against it as one text; empty for nothing
 * @param causes of that what its mark does not say by itself
 */
public record ValueCell(String text, boolean supported, boolean disturbed, String note, List<String> causes) {
    /** Of a value with too few samples to rely on. */
    public static final String WEAK = "†";

    /** Of a value that something other than the system affected. */
    public static final String DISTURBED = "‡";

    public ValueCell {
        causes = List.copyOf(causes);
    }

    /** One that nothing speaks against. */
    static ValueCell plain(String text) {
        return new ValueCell(text, true, false, "", List.of());
    }

    /**
     * A value and its quality.
     *
     * @param text the value without what the quality adds
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
