package dev.assay.analysis.verdict;

import dev.assay.core.result.Verdict.Grade;
import dev.assay.core.result.Verdict.Reason;
import java.util.Arrays;
import java.util.Optional;

/**
 * Everything that can speak against a trial's figures, most telling first, with the limits and why they lie where they
 * do. The table in docs/METHODOLOGY.md says the same; a test holds the two together.
 */
public enum Rule {
    NOTHING_MEASURED(
            "",
            "no message of a measured phase was acknowledged, although some were due",
            "There is nothing to report."),
    VIOLATIONS(
            "",
            "a driver reported any message's completion twice",
            "Counts and latencies from a driver that miscounts mean nothing."),
    LOSS(
            "",
            "any acknowledged message never arrived",
            "A system that loses what it acknowledged is not doing the work that its latency is quoted for."),
    CORRUPTED("", "any arrival fails its checksum", "As with loss."),
    UNEXPECTED(
            "",
            "any arrival is not a message of this trial",
            "Someone else used the topic: load and counts are not what the scenario says."),
    DUPLICATES(
            "any message arrived more than once",
            "",
            "At-least-once delivery allows it, and each message is timed only once, but the system did extra work."),
    OUT_OF_ORDER(
            "any message arrived after a later one from the same producer and partition",
            "",
            "Some systems do not promise order; where it is promised, retries broke it and the load was disturbed."),
    MESSAGES_FAILED(
            "any failed message, up to " + FigureText.percent(Limit.FAILED.value()) + " of those sent",
            "more than " + FigureText.percent(Limit.FAILED.value()),
            "Failed messages have no latency. Leaving out 0.01 % moves p99.9 to p99.91 at worst; more would hide the slowest."),
    MESSAGES_UNKNOWN(
            "any message without an outcome, up to " + FigureText.percent(Limit.FAILED.value()) + " of those sent",
            "more than " + FigureText.percent(Limit.FAILED.value()),
            "As with failed messages."),
    UNSENT(
            "",
            "any scheduled message was never handed to the client",
            "A message that was given up on has an unknown but large latency; leaving it out would flatter the system."),
    RATE_MISSED(
            "rate sent or acknowledged within the phase below " + FigureText.percent(Limit.RATE_DEGRADED.value())
                    + " of the rate offered",
            "below " + FigureText.percent(Limit.RATE_INVALID.value()),
            "The load measured is not the one asked for. Messages due in the last "
                    + FigureText.time(Limit.IN_FLIGHT_NANOS.value()) + " may still be in flight and are forgiven."),
    OUTSTANDING_GROWING(
            "",
            "growth over the phase above " + FigureText.time(Limit.OUTSTANDING_GROWTH_NANOS.value())
                    + " worth of messages, trend z above " + Limit.OUTSTANDING_Z.value(),
            "There is no steady state: latencies depend on how long the measurement lasts. Median slope and rank test ignore a stall that the system recovers from."),
    NOT_DRAINED(
            "",
            "messages were still arriving or unacknowledged when the drain ended",
            "Messages that arrived later are not in the figures, and whether they arrived at all is unknown."),
    NO_SYNCS(
            "at a level that syncs, servers synced less than " + FigureText.percent(Limit.SYNCS_OF_NEEDED.value())
                    + " as often as the acknowledgements require",
            "",
            "The level is claimed, but acknowledgements did not wait for the disks. One sync can cover all messages waiting at the time, so every span of a service time plus the gap between two messages needs at least one."),
    NEGATIVE_LATENCY(
            "",
            "any latency below zero by more than the clock error",
            "The clocks are worse than assumed, so every latency between hosts is off by an unknown amount."),
    SEND_DELAY(
            "p99 above " + FigureText.time(Limit.SEND_DELAY_NANOS.value()) + ", above "
                    + FigureText.percent(Limit.SEND_DELAY_OF_RESPONSE.value())
                    + " of the response p99 and above the service p99",
            "",
            "The harness, not the system, determined the response times. A client whose buffer is full also shows in the service time, and that is the system's doing."),
    HICCUPS(
            "p99 above " + FigureText.time(Limit.HICCUP_NANOS.value()) + " and above "
                    + FigureText.percent(Limit.HICCUP_OF_RESPONSE.value())
                    + " of the response p99; or one above " + FigureText.time(Limit.LONGEST_HICCUP_NANOS.value())
                    + " and above "
                    + FigureText.percent(Limit.LONGEST_HICCUP_OF_PHASE.value()) + " of the phase",
            "",
            "Hiccups are the floor under every figure. A pause longer than 1 % of the phase sets p99 by itself. Hiccups below 2 ms occur on idle virtual machines, too."),
    GC(
            "pauses above " + FigureText.percent(Limit.GC_SHARE.value()) + " of the phase; or above "
                    + FigureText.time(Limit.GC_INTERVAL_NANOS.value()) + " and the response p99 within one interval",
            "",
            "Pauses that add up to 1 % of the time reach p99; a long one is a stall of the harness that looks like a stall of the system."),
    WORKER_CPU(
            "a worker above " + FigureText.percent(Limit.WORKER_CPU.value()) + " of its machine's cores",
            "",
            "Without idle cores a worker's threads wait for each other, and for the system where it runs on the same machine."),
    MACHINE_CPU(
            "a machine busy above " + FigureText.percent(Limit.MACHINE_CPU.value()),
            "",
            "Every latency then includes time spent waiting for a processor."),
    STEAL(
            "above " + FigureText.percent(Limit.STEAL.value()) + " of a machine's processor time stolen",
            "",
            "Other virtual machines on the same hardware shape the figures. Up to 13 % is common on shared machines and shows as hiccups first."),
    MEMORY_PRESSURE(
            "processes of a machine waited for memory above " + FigureText.percent(Limit.MEMORY_PRESSURE.value())
                    + " of the time",
            "",
            "The machine is reclaiming or swapping memory: no tuning of the system would remove these stalls.");

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

    /** The rule of that code; empty where the present ones have none. */
    static Optional<Rule> ofCode(String code) {
        return Arrays.stream(values()).filter(rule -> rule.code().equals(code)).findFirst();
    }

    Reason degraded(String cause, String action) {
        return new Reason(Grade.DEGRADED, code(), cause, action);
    }

    Reason invalid(String cause, String action) {
        return new Reason(Grade.INVALID, code(), cause, action);
    }
}
