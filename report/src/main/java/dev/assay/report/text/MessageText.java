package dev.assay.report.text;

import dev.assay.model.result.SendCompression;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.spec.MessageSpec;
import dev.assay.model.spec.PayloadFill;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

public final class MessageText {
    private MessageText() {}

    /** Describes the size of a trial's messages; of several sizes, the exact mean, labelled as such. */
    public static String size(TrialRecord trial) {
        return size(trial.plan().workload().message(), trial.plan().messageBytes());
    }

    static String size(MessageSpec message, int messageBytes) {
        return message.size().isFixed()
                ? Formats.bytes(messageBytes)
                : String.format(
                        Locale.ROOT, "%,.1f B on average", message.size().meanBytes());
    }

    /** Returns, by name, what deviates from the default: several sizes, payloads that are not random, keys, compression; often nothing. */
    public static Map<String, String> unusual(TrialRecord trial) {
        return unusual(trial.plan().workload().message(), trial.course().compression());
    }

    static Map<String, String> unusual(MessageSpec message, List<SendCompression> compressions) {
        Map<String, String> lines = new LinkedHashMap<>();
        if (!message.size().isFixed()) {
            lines.put("Message sizes", message.size().toString());
        }
        if (!message.payload().equals(PayloadFill.RANDOM)) {
            lines.put("Payload", message.payload().toString());
        }
        compressions.forEach(compression -> lines.put("Compression", compression(compression)));
        if (!message.keys().isNone()) {
            lines.put("Keys", message.keys().toString());
        }
        return lines;
    }

    private static String compression(SendCompression compression) {
        if (!compression.isReported()) {
            return compression.codec() + ", ratio not reported by the client";
        }
        return String.format(
                Locale.ROOT,
                "compressed to %.2f of its size (%s, mean of %s)",
                compression.ratio(),
                compression.codec(),
                Formats.counted(compression.producers(), "producer"));
    }
}
