package dev.assay.report.text;

import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.RecheckRecord;
import java.util.List;

/** How missing messages were rechecked, in words. */
public final class RecheckText {
    private RecheckText() {}

    /** A line for each subscription of which messages were missing after the drain. */
    public static List<String> lines(DrainRecord drain) {
        return drain.rechecks().stream().map(RecheckText::line).toList();
    }

    private static String line(RecheckRecord reading) {
        String subscription = reading.subscription() + ": ";
        if (reading.outcome() == RecheckRecord.Outcome.SKIPPED) {
            return subscription + "missing messages were not rechecked: " + reading.detail();
        }
        return subscription
                + "a new consumer was given %s of %s in %s; %s"
                        .formatted(
                                Formats.counted(reading.read(), "message"),
                                source(reading.source()),
                                Formats.seconds(reading.nanos() / 1e9),
                                reading.detail().isEmpty() ? "there were no more" : reading.detail());
    }

    private static String source(RecheckRecord.Source source) {
        return switch (source) {
            case TOPIC -> "everything that the system has";
            case REST -> "what the queue had left";
        };
    }
}
