package dev.assay.worker.wire;

import dev.assay.model.delivery.ProducerLedger;
import dev.assay.model.delivery.SequenceSet;
import dev.assay.model.delivery.SubscriptionLedger;
import dev.assay.model.delivery.WorkerLedger;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Puts the ledger of one worker together from its parts. Used by one thread. */
public final class LedgerAssembly {
    private final LedgerBounds limits;
    private final Map<Integer, ProducerLedger> producers = new TreeMap<>();
    private final Map<Integer, SubscriptionLedger> subscriptions = new TreeMap<>();

    public LedgerAssembly(LedgerBounds limits) {
        this.limits = limits;
    }

    /**
     * Adds a part that has come over the wire.
     *
     * @throws IllegalArgumentException when it belongs to nothing that was announced, comes twice, or is beyond the limits
     */
    public void add(LedgerPart part) {
        switch (part) {
            case LedgerPart.Producer(ProducerLedger ledger) -> {
                limits.check(ledger);
                once(producers.put(ledger.producer(), ledger));
            }
            case LedgerPart.Subscription(SubscriptionLedger ledger) -> {
                limits.check(ledger);
                once(subscriptions.put(ledger.subscription(), ledger));
            }
            case LedgerPart.Chunk chunk -> setOf(chunk).merge(chunk.data().array(), limits.chunks());
        }
    }

    private static void once(@Nullable Record before) {
        if (before != null) {
            throw new IllegalArgumentException("the counts of one owner came twice in a ledger");
        }
    }

    /** Returns the whole ledger, once all parts have been added. */
    public WorkerLedger finish(long violations) {
        if (violations < 0) {
            throw new IllegalArgumentException("there can't be " + violations + " violations");
        }
        return new WorkerLedger(List.copyOf(producers.values()), List.copyOf(subscriptions.values()), violations);
    }

    private SequenceSet setOf(LedgerPart.Chunk chunk) {
        ProducerLedger sent = producers.get(chunk.producer());
        SubscriptionLedger received = subscriptions.get(chunk.subscription());
        SequenceSet set = switch (chunk.set()) {
            case ACKED -> sent == null ? null : sent.acked();
            case FAILED -> sent == null ? null : sent.failed();
            case RECEIVED -> received == null ? null : received.received().get(chunk.producer());
        };
        if (set == null) {
            throw new IllegalArgumentException("a worker sent a part of a ledger that it did not announce: "
                    + chunk.set() + " of producer " + chunk.producer());
        }
        return set;
    }
}
