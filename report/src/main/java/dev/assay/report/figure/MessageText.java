package dev.assay.report.figure;

import dev.assay.model.result.SendCompression;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.MessageSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What the messages of a trial were, in words. */
public final class MessageText {
    private MessageText() {}

    /** Their size; for several sizes, their exact mean, which it calls so. */
    public static String size(TrialRecord trial) {
        return size(trial.resolved(), trial.messageBytes());
    }

    static String size(Map<String, String> resolved, int messageBytes) {
        return mixed(resolved)
                .map(sizes -> String.format(Locale.ROOT, "%,.1f B in the mean", sizes.meanBytes()))
                .orElseGet(() -> Formats.bytes(messageBytes));
    }

    /** What is not as usual, by its name: several sizes, other bodies than random ones, keys, compression; often none. */
    public static Map<String, String> unusual(TrialRecord trial) {
        return unusual(trial.resolved(), trial.compression());
    }

    static Map<String, String> unusual(Map<String, String> resolved, List<SendCompression> compressions) {
        Map<String, String> lines = new LinkedHashMap<>();
        mixed(resolved).ifPresent(sizes -> lines.put("Message sizes", sizes.toString()));
        put(lines, "Payload", resolved.getOrDefault("workload.message.payload", "random"), "random");
        compressions.forEach(compression -> lines.put("Compression", compression(compression)));
        put(lines, "Keys", resolved.getOrDefault("workload.message.keys", "none"), "none");
        return lines;
    }

    private static void put(Map<String, String> lines, String name, String value, String usual) {
        if (!value.equals(usual)) {
            lines.put(name, value);
        }
    }

    private static Optional<MessageSize> mixed(Map<String, String> resolved) {
        return MessageSize.recorded(resolved).filter(sizes -> !sizes.isFixed());
    }

    private static String compression(SendCompression compression) {
        if (!compression.told()) {
            return compression.codec() + ", how far is not told by the client";
        }
        return String.format(
                Locale.ROOT,
                "compressed to %.2f of its size (%s, mean of %s)",
                compression.ratio(),
                compression.codec(),
                Formats.counted(compression.producers(), "producer"));
    }
}
