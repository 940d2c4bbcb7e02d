package dev.assay.worker.wire;

import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.SubscriptionLedger.PhaseArrivals;
import dev.assay.model.delivery.WorkerLedger;
import dev.assay.worker.wire.proto.LedgerPart;
import dev.assay.worker.wire.proto.ProducerCounts;
import dev.assay.worker.wire.proto.SequenceChunk;
import dev.assay.worker.wire.proto.SubscriptionCounts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts the ledger of one worker together from its parts. Used by one thread. */
public final class LedgerAssembly {
    private final LedgerBounds limits;
    private final Map<Integer, ProducerParts> producers = new TreeMap<>();
    private final Map<Integer, SubscriptionParts> subscriptions = new TreeMap<>();

    /** @param limits what the ledger can hold */
    public LedgerAssembly(LedgerBounds limits) {
        this.limits = limits;
    }

    private record ProducerParts(ProducerCounts counts, SequenceSet acked, SequenceSet failed) {}

    private record SubscriptionParts(SubscriptionCounts counts, Map<Integer, SequenceSet> received) {}

    /**
     * Adds a part.
     *
     * @throws IllegalArgumentException when it is none, belongs to nothing that was announced, comes twice, or is beyond the limits
     */
    public void add(LedgerPart part) {
        switch (part.getPartCase()) {
            case PRODUCER -> {
                limits.check(part.getProducer());
                once(producers.put(
                        part.getProducer().getProducer(),
                        new ProducerParts(part.getProducer(), new SequenceSet(), new SequenceSet())));
            }
            case SUBSCRIPTION -> {
                limits.check(part.getSubscription());
                once(subscriptions.put(
                        part.getSubscription().getSubscription(),
                        new SubscriptionParts(part.getSubscription(), new HashMap<>())));
            }
            case CHUNK -> setOf(part.getChunk()).merge(part.getChunk().getData().toByteArray(), limits.chunks());
            case PART_NOT_SET -> throw new IllegalArgumentException("a worker sent a ledger part with nothing in it");
        }
    }

    private static void once(@Nullable Record before) {
        if (before != null) {
            throw new IllegalArgumentException("the counts of one owner came twice in a ledger");
        }
    }

    /** The whole ledger, once all parts are there. */
    public WorkerLedger finish(long violations) {
        if (violations < 0) {
            throw new IllegalArgumentException("there can't be " + violations + " violations");
        }
        List<ProducerLedger> sent = producers.values().stream()
                .map(parts -> new ProducerLedger(
                        parts.counts.getProducer(),
                        parts.counts.getScheduled(),
                        parts.counts.getSent(),
                        parts.acked,
                        parts.failed,
                        parts.counts.getPhaseStartsList()))
                .toList();
        List<SubscriptionLedger> received = subscriptions.values().stream()
                .map(parts -> new SubscriptionLedger(
                        parts.counts.getSubscription(),
                        parts.received,
                        parts.counts.getPhasesList().stream()
                                .map(phase -> new PhaseArrivals(
                                        phase.getRepeated(), phase.getOutOfOrder(), phase.getCorrupted()))
                                .toList(),
                        parts.counts.getCorrupted(),
                        parts.counts.getUnexpected()))
                .toList();
        return new WorkerLedger(sent, received, violations);
    }

    private SequenceSet setOf(SequenceChunk chunk) {
        return switch (chunk.getSet()) {
            case ACKED -> announced(producers.get(chunk.getProducer()), chunk).acked;
            case FAILED -> announced(producers.get(chunk.getProducer()), chunk).failed;
            case RECEIVED -> {
                limits.checkProducer(chunk.getProducer());
                yield announced(subscriptions.get(chunk.getSubscription()), chunk)
                        .received
                        .computeIfAbsent(chunk.getProducer(), producer -> new SequenceSet());
            }
            case UNRECOGNIZED -> throw new IllegalArgumentException("a worker sent a ledger part of an unknown kind");
        };
    }

    private static <T> T announced(@Nullable T parts, SequenceChunk chunk) {
        if (parts == null) {
            throw new IllegalArgumentException("a worker sent a part of a ledger that it did not announce: "
                    + chunk.getSet() + " of producer " + chunk.getProducer());
        }
        return parts;
    }
}
