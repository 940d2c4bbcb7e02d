package dev.assay.report.figure;

import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.SecondReading;
import java.util.List;

/** How missing messages were looked for again, in words. */
public final class SecondReadingText {
    private SecondReadingText() {}

    /** A line for each subscription of which messages were missing after the drain. */
    public static List<String> lines(DrainRecord drain) {
        return drain.readings().stream().map(SecondReadingText::line).toList();
    }

    private static String line(SecondReading reading) {
        String subscription = reading.subscription() + ": ";
        if (reading.outcome() == SecondReading.Outcome.SKIPPED) {
            return subscription + "missing messages were not looked for again: " + reading.detail();
        }
        return subscription
                + "a fresh consumer was given %s of %s in %s; %s"
                        .formatted(
                                Formats.counted(reading.read(), "message"),
                                source(reading.source()),
                                Formats.seconds(reading.nanos() / 1e9),
                                reading.complete() ? "there were no more" : reading.detail());
    }

    private static String source(SecondReading.Source source) {
        return switch (source) {
            case TOPIC -> "all that the system has";
            case REST -> "what the queue had left";
        };
    }
}
