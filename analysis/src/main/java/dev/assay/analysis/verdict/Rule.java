package dev.assay.analysis.verdict;

import dev.assay.core.result.Verdict.Grade;
import dev.assay.core.result.Verdict.Reason;

/**
 * Everything that can speak against a trial's figures, most telling first, with the limits and why they lie where they
 * do. The table in docs/METHODOLOGY.md says the same; a test holds the two together.
 */
public enum Rule {
    TRIAL_FAILED("", "the trial did not finish", "Figures of a part of the load are no figures of the load."),
    NOTHING_MEASURED(
            "", "no message of the measured phase was acknowledged", "There is nothing that could be reported."),
    VIOLATIONS(
            "",
            "a driver reported any message's completion twice",
            "Counts and latencies of a driver that miscounts mean nothing."),
    LOSS(
            "",
            "any acknowledged message never arrived",
            "A system that loses what it acknowledged is not doing the work that its latency is quoted for."),
    CORRUPTED("", "any arrival fails its checksum", "As with loss."),
    UNEXPECTED(
            "",
            "any arrival is no message of the trial",
            "Someone else used the topic: load and counts are not what the scenario says."),
    DUPLICATES(
            "any message arrived again",
            "",
            "Allowed by at-least-once delivery, and each message is timed once; but the system did more work than others."),
    OUT_OF_ORDER(
            "any message arrived behind a later one of its producer and partition",
            "",
            "Some systems do not promise order; where it is promised, retries broke it and the load was disturbed."),
    MESSAGES_FAILED(
            "any failed message, up to " + FigureText.percent(Limit.FAILED) + " of those sent",
            "more than " + FigureText.percent(Limit.FAILED),
            "Failed messages have no latency. Leaving out 0.01 % moves p99.9 to p99.91 at worst; more would hide the slowest."),
    MESSAGES_UNKNOWN(
            "any message without an outcome, up to " + FigureText.percent(Limit.FAILED) + " of those sent",
            "more than " + FigureText.percent(Limit.FAILED),
            "As with failed messages."),
    UNSENT(
            "",
            "any scheduled message was never handed to the client",
            "The latency of a message that was given up is unknown and large; leaving it out would flatter."),
    RATE_MISSED(
            "sent or acknowledged within the phase below " + FigureText.percent(Limit.RATE_DEGRADED)
                    + " of the offered",
            "below " + FigureText.percent(Limit.RATE_INVALID),
            "Another load than the one asked for was measured. What was due in the last "
                    + FigureText.time(Limit.IN_FLIGHT_NANOS) + " may be under way still and is forgiven."),
    OUTSTANDING_GROWING(
            "",
            "growth over the phase above " + FigureText.time(Limit.OUTSTANDING_GROWTH_NANOS)
                    + " worth of messages, trend z above " + Limit.OUTSTANDING_Z,
            "No steady state: latencies depend on how long was measured. Median slope and rank test ignore a stall that is made up for."),
    NOT_DRAINED(
            "",
            "messages were still arriving or unacknowledged when the drain ended",
            "What came later is not in the figures, and whether it came at all is not known."),
    NO_SYNCS(
            "at a level that syncs, servers synced less than " + FigureText.percent(Limit.SYNCS_OF_NEEDED)
                    + " as often as acknowledging takes",
            "",
            "The level is claimed, but the disks were not waited for. One sync may stand for all messages that wait at the time, so there must be one in each span of a service time and the gap between two messages."),
    NEGATIVE_LATENCY(
            "",
            "any latency below zero by more than the clock error",
            "The clocks are worse than assumed, so every latency between hosts is off by an unknown amount."),
    SEND_DELAY(
            "p99 above " + FigureText.time(Limit.SEND_DELAY_NANOS) + ", above "
                    + FigureText.percent(Limit.SEND_DELAY_OF_RESPONSE)
                    + " of the response p99 and above the service p99",
            "",
            "The harness, not the system, made the response times. A client whose buffer is full shows as service time as well, and that is the system's doing."),
    HICCUPS(
            "p99 above " + FigureText.time(Limit.HICCUP_NANOS) + " and above "
                    + FigureText.percent(Limit.HICCUP_OF_RESPONSE)
                    + " of the response p99; or one above " + FigureText.time(Limit.LONGEST_HICCUP_NANOS)
                    + " and above "
                    + FigureText.percent(Limit.LONGEST_HICCUP_OF_PHASE) + " of the phase",
            "",
            "The floor under every figure. A pause longer than 1 % of the phase sets p99 by itself. Below 2 ms idle virtual machines hiccup as well."),
    GC(
            "pauses above " + FigureText.percent(Limit.GC_SHARE) + " of the phase; or above "
                    + FigureText.time(Limit.GC_INTERVAL_NANOS) + " and the response p99 within one interval",
            "",
            "Pauses of 1 % of the time reach p99; a long one is a stall of the harness that looks like one of the system."),
    WORKER_CPU(
            "a worker above " + FigureText.percent(Limit.WORKER_CPU) + " of its machine's cores",
            "",
            "Without idle cores a worker's threads wait for each other, and for the system where it runs on the same machine."),
    MACHINE_CPU(
            "a machine busy above " + FigureText.percent(Limit.MACHINE_CPU),
            "",
            "Queueing for the processor is then part of every latency."),
    STEAL(
            "above " + FigureText.percent(Limit.STEAL) + " of a machine's processor time stolen",
            "",
            "The virtual machine's neighbours shape the figures. Up to 13 % is everyday on shared machines and shows as hiccups first."),
    MEMORY_PRESSURE(
            "processes of a machine waited for memory above " + FigureText.percent(Limit.MEMORY_PRESSURE)
                    + " of the time",
            "",
            "The machine is reclaiming or swapping: stalls that no tuning of the system would show.");

    /** The limits themselves. */
    static final class Limit {
        static final double FAILED = 0.0001;
        static final double RATE_DEGRADED = 0.999;
        static final double RATE_INVALID = 0.99;
        static final long IN_FLIGHT_NANOS = 100_000_000;
        static final long OUTSTANDING_GROWTH_NANOS = 1_000_000_000;
        /** One-sided 1 % of the normal law. */
        static final double OUTSTANDING_Z = 2.33;

        static final double SYNCS_OF_NEEDED = 0.5;
        static final long SEND_DELAY_NANOS = 2_000_000;
        static final double SEND_DELAY_OF_RESPONSE = 0.25;
        static final long HICCUP_NANOS = 2_000_000;
        static final double HICCUP_OF_RESPONSE = 0.5;
        static final long LONGEST_HICCUP_NANOS = 100_000_000;
        static final double LONGEST_HICCUP_OF_PHASE = 0.01;
        static final double GC_SHARE = 0.01;
        static final long GC_INTERVAL_NANOS = 100_000_000;
        static final double WORKER_CPU = 0.8;
        static final double MACHINE_CPU = 0.95;
        static final double STEAL = 0.2;
        static final double MEMORY_PRESSURE = 0.1;

        private Limit() {}
    }

    private final String degradedWhen;
    private final String invalidWhen;
    private final String why;

    Rule(String degradedWhen, String invalidWhen, String why) {
        this.degradedWhen = degradedWhen;
        this.invalidWhen = invalidWhen;
        this.why = why;
    }

    /** The stable name in files and reports, such as {@code rate-missed}. */
    public String code() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    /** When it makes a trial DEGRADED; empty for never. */
    public String degradedWhen() {
        return degradedWhen;
    }

    /** When it makes a trial INVALID; empty for never. */
    public String invalidWhen() {
        return invalidWhen;
    }

    /** Why it matters, and why the limit lies there. */
    public String why() {
        return why;
    }

    Reason degraded(String cause, String action) {
        return new Reason(Grade.DEGRADED, code(), cause, action);
    }

    Reason invalid(String cause, String action) {
        return new Reason(Grade.INVALID, code(), cause, action);
    }
}
