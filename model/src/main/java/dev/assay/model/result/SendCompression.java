package dev.assay.model.result;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Tells how far the producers of a trial compressed what they sent, by their client's own account.
 *
 * @param codec as the effective setting names it
 * @param ratio compressed bytes over uncompressed, so that less is smaller; mean of the producers, weighted by their
 *     messages; 0 where no client reported it
 * @param messages sent by the producers that reported it
 * @param producers that reported it; 0 where the client does not, or had nothing left to report
 */
public record SendCompression(String codec, double ratio, long messages, int producers) {
    public SendCompression {
        if (codec.isBlank()) {
            throw new IllegalArgumentException("the codec of a compression must be named");
        }
        if (!(ratio >= 0 && Double.isFinite(ratio)) || messages < 0 || producers < 0) {
            throw new IllegalArgumentException(
                    "ratio, messages and producers of a compression must not be negative, but are " + ratio + ", "
                            + messages + " and " + producers);
        }
        boolean reported = producers > 0;
        if ((ratio > 0) != reported || (messages > 0) != reported) {
            throw new IllegalArgumentException(
                    "a compression has a ratio exactly where producers with messages reported it, but has " + ratio
                            + " of " + producers + " producers with " + messages + " messages");
        }
    }

    /** Says that compression is on, but that its ratio is not known. */
    public static SendCompression unavailable(String codec) {
        return new SendCompression(codec, 0, 0, 0);
    }

    public boolean isReported() {
        return producers > 0;
    }

    /** Merges several workers or producers, weighted by messages; empty where none compresses. */
    public static Optional<SendCompression> merged(List<SendCompression> all) {
        if (all.isEmpty()) {
            return Optional.empty();
        }
        String codecs = all.stream().map(SendCompression::codec).distinct().collect(Collectors.joining(", "));
        long messages = all.stream().mapToLong(SendCompression::messages).sum();
        int producers = all.stream().mapToInt(SendCompression::producers).sum();
        double weighted =
                all.stream().mapToDouble(one -> one.ratio() * one.messages()).sum();
        return Optional.of(new SendCompression(codecs, messages == 0 ? 0 : weighted / messages, messages, producers));
    }
}
