package dev.assay.systems.rabbitmq.driver;

import dev.assay.driver.PendingSend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

final class Outcomes implements PendingSend.Listener {
    private final List<Long> acked = new ArrayList<>();
    private final Map<Long, Throwable> failed = new TreeMap<>();
    private int violations;

    /** Creates a message with that number, in flight. */
    PendingSend pendingSend(long number) {
        PendingSend pendingSend = new PendingSend(this);
        pendingSend.arm(number, 0, 0);
        return pendingSend;
    }

    @Override
    public synchronized void onAcked(PendingSend pendingSend) {
        acked.add(pendingSend.sequence());
    }

    @Override
    public synchronized void onFailed(PendingSend pendingSend, Throwable cause) {
        failed.put(pendingSend.sequence(), cause);
    }

    @Override
    public synchronized void onViolation(PendingSend pendingSend) {
        violations++;
    }

    synchronized List<Long> acked() {
        return List.copyOf(acked);
    }

    synchronized Map<Long, Throwable> failed() {
        return new TreeMap<>(failed);
    }

    synchronized int violations() {
        return violations;
    }
}
