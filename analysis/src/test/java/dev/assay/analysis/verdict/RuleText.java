package dev.assay.analysis.verdict;

import dev.assay.analysis.statistics.PhaseStatistics.InFlightUse;

/**
 * Holds a row of the table of rules in docs/RULES.md, with the present limits.
 *
 * @param degradedWhen when a rule makes a trial DEGRADED; empty for never
 * @param invalidWhen when it makes a trial INVALID; empty for never
 * @param why it matters, and why this limit was chosen
 */
record RuleText(String degradedWhen, String invalidWhen, String why) {
    static RuleText of(Rule rule) {
        return switch (rule) {
            case NOTHING_MEASURED ->
                new RuleText(
                        "",
                        "no message of a measured phase was acknowledged, although some were due",
                        "There is nothing to report.");
            case VIOLATIONS ->
                new RuleText(
                        "",
                        "a driver reported any message's completion twice",
                        "Counts and latencies from a driver that miscounts mean nothing.");
            case LOSS ->
                new RuleText(
                        "",
                        "any acknowledged message never arrived, and a new consumer did not find it either",
                        "A system that loses what it acknowledged is not doing the work that its latency is quoted for.");
            case MISSING ->
                new RuleText(
                        "",
                        "any acknowledged message never arrived, and was not rechecked, or not to the end",
                        "It may be lost or only undelivered; that it did not arrive is certain.");
            case UNDELIVERED ->
                new RuleText(
                        "",
                        "any acknowledged message was found by a new consumer, but had not been given to its subscription by the end of the drain",
                        "The system has not lost it, but whoever subscribed did not get it: its end-to-end latency is unknown but large.");
            case CONSUMERS_FAILED ->
                new RuleText(
                        "consumers failed in a measured phase, or, as part of the last one, while the rest arrived, and went on: expelled from their group, or unable to receive or acknowledge for a while",
                        "",
                        "What they cost is in the values: partitions that nobody read for a while, and messages that were delivered again.");
            case CORRUPTED -> new RuleText("", "any arrival fails its checksum", "As with loss.");
            case UNEXPECTED ->
                new RuleText(
                        "",
                        "any arrival is not a message of this trial",
                        "Someone else used the topic: load and counts are not what the scenario says.");
            case DUPLICATES ->
                new RuleText(
                        "any message arrived more than once",
                        "",
                        "At-least-once delivery allows it, and each message is timed only once (over several workers: once each worker has told the others, about a second), but the system did extra work.");
            case OUT_OF_ORDER ->
                new RuleText(
                        "any message arrived after a later one from the same producer and partition; a finding where several consumers take from one partition or queue",
                        "",
                        "Where order is promised, retries broke it and the load was disturbed. Consumers that share a partition are promised none.");
            case MESSAGES_FAILED ->
                new RuleText(
                        "any failed message, up to " + ValueText.percent(Threshold.FAILED.value())
                                + " of those sent in a measured phase",
                        "more than " + ValueText.percent(Threshold.FAILED.value()),
                        "Failed messages have no latency, so they count as slower than all others. Those outside the measured phases affect no result, but the system was not at ease.");
            case MESSAGES_UNKNOWN ->
                new RuleText(
                        "any message without an outcome, up to " + ValueText.percent(Threshold.FAILED.value())
                                + " of those sent in a measured phase",
                        "more than " + ValueText.percent(Threshold.FAILED.value()),
                        "As with failed messages.");
            case UNSENT ->
                new RuleText(
                        "",
                        "any scheduled message was never handed to the client",
                        "A message that was given up on has an unknown but large latency; leaving it out would flatter the system.");
            case WORKER_LOST ->
                new RuleText(
                        "a worker was lost while the load ran, and the trial went on without it (`--tolerate`)",
                        "",
                        "From then on rates and latencies are those of what the others offered. Messages that only it could account for are counted as not known: neither as lost, nor as received.");
            case RATE_MISSED ->
                new RuleText(
                        "of the messages due in the phase, fewer were sent, acknowledged, or received by a live subscription, by its end than "
                                + ValueText.percent(Threshold.RATE_DEGRADED.value()) + " of those offered",
                        "below " + ValueText.percent(Threshold.RATE_INVALID.value()),
                        "The load measured is not the one asked for. What may be in flight at its end is forgiven: what was offered within "
                                + ValueText.time(Threshold.IN_FLIGHT_NANOS.value())
                                + " before it, or within the p99 by the second in the better of the first and the last third, but within no more than three medians.");
            case NOT_STEADY ->
                new RuleText(
                        "a phase that was to last until the trial is steady was still changing at its limit, and what was measured does not show by itself that it stayed where it was; or the response p50 that was measured is more than "
                                + ValueText.percent(Threshold.DRIFT_OF_MEDIAN.value())
                                + " from the one that the phase before it, with the same load, ended with (medians of seconds), and its 90 % interval more than half of that",
                        "",
                        "What is measured then still includes the warm-up of compilers and caches, or a system that does not settle. Where it could not be told, that is the finding `steady-not-known`; where what was measured shows it, `steady-when-measured`.");
            case DRIFT ->
                new RuleText(
                        "in a phase with constant load, medians of the first and the last third differ by more than "
                                + ValueText.percent(Threshold.DRIFT_OF_MEDIAN.value())
                                + " (p50 of response and end-to-end, at least "
                                + ValueText.time(Threshold.DRIFT_MEDIAN_NANOS.value()) + "), "
                                + ValueText.percent(Threshold.DRIFT_OF_P99.value()) + " (their p99, at least "
                                + ValueText.time(Threshold.DRIFT_P99_NANOS.value()) + "), "
                                + ValueText.percent(Threshold.DRIFT_OF_RATE.value()) + " (rate received) or "
                                + ValueText.percent(Threshold.DRIFT_OF_BACKLOG.value())
                                + " (messages outstanding, at least "
                                + ValueText.time(Threshold.DRIFT_BACKLOG_NANOS.value()) + " worth, trend z beyond "
                                + Threshold.DRIFT_BACKLOG_Z.value()
                                + "), and the 90 % interval of a change of latencies or rates lies beyond half of that",
                        "",
                        "The results depend on when the measurement was made. An interval that is too wide to say so is the finding `drift-not-known`, of p99 alone `p99-drift-not-known`.");
            case TWO_LEVELS ->
                new RuleText(
                        "in a phase with constant load, response or end-to-end p50 lay for 5 s or more at a level that differs from that of the rest by more than "
                                + ValueText.percent(Threshold.DRIFT_OF_MEDIAN.value()) + " (at least "
                                + ValueText.time(Threshold.DRIFT_MEDIAN_NANOS.value())
                                + "), and by more than noise makes the most different of all stretches differ",
                        "",
                        "There are two answers to what the latency was, and percentiles of the whole are neither. A change that stays is called drift. Where an event of the scenario was due in the phase it is a finding.");
            case OUTSTANDING_GROWING ->
                new RuleText(
                        "",
                        "messages outstanding, less what was offered within the usual latency before, grew over the phase by more than "
                                + ValueText.time(Threshold.OUTSTANDING_GROWTH_NANOS.value())
                                + " of its mean load, trend z above " + Threshold.OUTSTANDING_Z.value(),
                        "There is no steady state: latencies depend on how long the measurement lasts. Median slope and rank test ignore a stall that the system recovers from.");
            case NOT_DRAINED ->
                new RuleText(
                        "",
                        "messages were still arriving or unacknowledged when the drain ended",
                        "Messages that arrived later are not in the results, and whether they arrived at all is unknown.");
            case NO_SYNCS ->
                new RuleText(
                        "at a level that syncs, servers synced less than "
                                + ValueText.percent(Threshold.SYNCS_OF_NEEDED.value())
                                + " as often as the acknowledgements require",
                        "",
                        "The level is claimed, but acknowledgements did not wait for the disks. One sync can cover all messages waiting at the time, so every span of a service time plus the gap between two messages needs at least one.");
            case NEGATIVE_LATENCY ->
                new RuleText(
                        "",
                        "any latency below zero by more than the clock error",
                        "The clocks are worse than assumed, so every latency between hosts is off by an unknown amount.");
            case CLOCK_ERROR ->
                new RuleText(
                        "clocks may differ by more than " + ValueText.percent(Threshold.CLOCK_OF_VALUE.value())
                                + " of a declared result between hosts",
                        "",
                        "The value is known no better than that.");
            case SCHEDULE_LAG ->
                new RuleText(
                        "at the percentile of a declared result above "
                                + ValueText.time(Threshold.SCHEDULE_LAG_NANOS.value())
                                + ", above " + ValueText.percent(Threshold.SCHEDULE_LAG_OF_VALUE.value())
                                + " of the value and above the service time there, with messages in flight (rate × mean service time) below "
                                + ValueText.percent(InFlightUse.FULL)
                                + " of what all producers may have, or no such limit",
                        "",
                        "The harness, not the system, determined the response times. A client whose buffer is full also shows in the service time, and that is the system's doing; so it is where producers wait for their own limit of messages in flight.");
            case HICCUPS ->
                new RuleText(
                        "the wait that pauses of the workers alone put at the percentile of a declared result is above "
                                + ValueText.time(Threshold.PAUSE_NANOS.value()) + " and above "
                                + ValueText.percent(Threshold.PAUSE_OF_VALUE.value()) + " of it",
                        "",
                        "Hiccups are the floor under every value: a pause of 0.25 s in 30 s is 220 ms of p99.9, and nothing of p99. Hiccups below 2 ms occur on idle virtual machines, too.");
            case GC ->
                new RuleText(
                        "the same, where garbage collection makes up half of the longest pause",
                        "",
                        "A pause is a stall of the harness that looks like a stall of the system.");
            case ALLOCATION_STALLS ->
                new RuleText(
                        "threads of a worker waited for memory above "
                                + ValueText.percent(Threshold.ALLOCATION_STALL_SHARE.value())
                                + " of the phase, added up over all threads; or one above "
                                + ValueText.time(Threshold.ALLOCATION_STALL_NANOS.value())
                                + " and the response p99 at once",
                        "above " + ValueText.percent(Threshold.HELD_BACK_SHARE.value())
                                + " of the phase, added up over all threads",
                        "A concurrent collector has hardly a pause, but where it can't keep up it makes single threads wait. Waits that add up to 0.1 % of the time reach p99.9. Beyond the limit what is measured is the heap of the worker, and neither processors that collect nor clients that wait tell anything of the system.");
            case WORKER_CPU ->
                new RuleText(
                        "a worker above " + ValueText.percent(Threshold.WORKER_CPU.value()) + " of its machine's cores",
                        "",
                        "Without idle cores a worker's threads wait for each other, and for the system where it runs on the same machine.");
            case THROTTLED ->
                new RuleText(
                        "a worker had used up its quota of processor time (a container's limit, a unit's CPUQuota) in more than "
                                + ValueText.percent(Threshold.THROTTLED.value()) + " of the kernel's periods",
                        "",
                        "It stands still then until the next period begins, usually for up to 100 ms. As long as it does in no more than 1 % of the periods, no more than 1 % of the messages are due meanwhile, so that p99 is none of theirs; what is declared beyond is judged by `hiccups`. Where the kernel does not tell, it is not known.");
            case MACHINE_CPU ->
                new RuleText(
                        "a machine busy above " + ValueText.percent(Threshold.MACHINE_CPU.value()),
                        "",
                        "Every latency then includes time spent waiting for a processor.");
            case FOREIGN_CPU ->
                new RuleText(
                        "processes that are neither servers, workers nor the coordinator used above "
                                + ValueText.percent(Threshold.FOREIGN_CPU.value())
                                + " of a machine's cores, or above 25 % in more than "
                                + ValueText.percent(Threshold.FOREIGN_BURSTS.value()) + " of the time",
                        "",
                        "What others compute, the system under test waits for. The kernel and a machine's own services take up to a tenth of two cores.");
            case FOREIGN_DISK ->
                new RuleText(
                        "processes that are neither servers nor workers had above "
                                + ValueText.percent(Threshold.FOREIGN_DISK.value())
                                + " of the time of the busiest disk of a machine with servers, by their part of the bytes, or above 25 % in more than "
                                + ValueText.percent(Threshold.FOREIGN_BURSTS.value()) + " of the time",
                        "",
                        "Writes and syncs of the system wait for those of others: one program that wrote without end took the median of a broker that syncs from 0.7 to 73 ms. What servers wrote before and the disk writes later counts as theirs, and so do 64 KiB for each of their syncs, for the file system.");
            case CPU_PRESSURE ->
                new RuleText(
                        "some process of a machine waited for a processor above "
                                + ValueText.percent(Threshold.CPU_PRESSURE.value()) + " of the time",
                        "",
                        "Every latency then includes such waits. On two cores that the system itself keeps busy 60 to 85 % is common; the reason says whose doing it is.");
            case STEAL ->
                new RuleText(
                        "above " + ValueText.percent(Threshold.STEAL.value()) + " of a machine's processor time stolen",
                        "",
                        "Other virtual machines on the same hardware distort the results. Up to 13 % is common on shared machines and shows as hiccups first.");
            case MEMORY_PRESSURE ->
                new RuleText(
                        "processes of a machine waited for memory above "
                                + ValueText.percent(Threshold.MEMORY_PRESSURE.value()) + " of the time",
                        "",
                        "The machine is reclaiming or swapping memory: no tuning of the system would remove these stalls.");
            case SUSPENDED ->
                new RuleText(
                        "",
                        "a machine was suspended during the trial, by its clocks that then part, for "
                                + ValueText.time(Threshold.SUSPENDED_NANOS.value()) + " or more",
                        "While it sleeps no clock of ours runs, so nothing late is seen there; connections, leases and other machines go on.");
            case SHARED_NODE ->
                new RuleText(
                        "in pods: the pod of a worker was on the node of a pod of the measured system",
                        "",
                        "They share its processors, its page cache and its network, and messages between them pass none. On a machine of one's own that is the arrangement; among nodes it happens to one worker and not to another.");
            case SIDECAR ->
                new RuleText(
                        "in pods: the pod of a worker had other containers than the worker's",
                        "",
                        "Who has not put them there finds a mesh's proxy in them: each message passes it, and its latency, processor time and limits are measured as those of the system.");
            case NOT_GUARANTEED ->
                new RuleText(
                        "in pods: the quality of service of a worker's pod was not Guaranteed",
                        "",
                        "Assay asks for requests that equal limits. Whatever else was made of that, others on the node may take the worker's processors, and it is among the first to be evicted.");
            case NODE_KINDS ->
                new RuleText(
                        "in pods: workers were on nodes that differ in type, architecture, number of processors or kernel",
                        "",
                        "Percentiles of all workers together are then of neither kind, and the slower one's are the tail. It is not known where nobody may look at nodes.");
        };
    }
}
