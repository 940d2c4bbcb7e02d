package dev.assay.driver.rabbitmq;

import dev.assay.driver.SendTicket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Notes what tickets are told. */
final class Outcomes implements SendTicket.Listener {
    private final List<Long> acked = new ArrayList<>();
    private final Map<Long, Throwable> failed = new TreeMap<>();
    private int violations;

    /** A ticket for the message of that number, under way. */
    SendTicket ticket(long number) {
        SendTicket ticket = new SendTicket(this);
        ticket.arm(number, 0, 0);
        return ticket;
    }

    @Override
    public synchronized void onAcked(SendTicket ticket) {
        acked.add(ticket.sequence());
    }

    @Override
    public synchronized void onFailed(SendTicket ticket, Throwable cause) {
        failed.put(ticket.sequence(), cause);
    }

    @Override
    public synchronized void onViolation(SendTicket ticket) {
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
