package dev.assay.omb;

import static dev.assay.omb.ImportDraft.path;

import dev.assay.model.spec.KeyPath;
import dev.assay.model.unit.ByteSize;
import dev.assay.scenario.PlainYaml;
import dev.assay.scenario.PlainYaml.Items;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads what a workload of the OpenMessaging Benchmark says of time: a warm-up and a measured load; or a backlog that grows while all
 * consumers pause, and is then read; or a rate that changes.
 */
final class OmbTimeline {
    private static final String WARMUP = "warmupDurationMinutes";
    private static final String TEST = "testDurationMinutes";
    private static final String BACKLOG = "consumerBacklogSizeGB";
    private static final String RATES = "producerRateList";
    private static final String WARMUP_RATE = "warmupProducerRate";
    private static final String BACKLOG_RATE = "backlogProducerRate";
    private static final String SEPARATION = "warmupProducerRateSeparationMinutes";
    private static final String RATIO = "backlogDrainRatio";
    private static final String CONSUMER_ONLY = "consumerOnly";
    private static final KeyPath PHASES = path("phases");
    private static final KeyPath EVENTS = path("events");
    private static final String MINUTES = " min";
    private static final String TRUE = "true";

    private final OmbWorkload workload;
    private final ImportDraft draft;

    OmbTimeline(OmbWorkload workload, ImportDraft draft) {
        this.workload = workload;
        this.draft = draft;
    }

    /** Tells whether the load has phases, so that it can't be searched for the highest rate. */
    static boolean hasPhases(OmbWorkload workload) {
        return workload.number(BACKLOG, 0) > 0
                || workload.number(WARMUP_RATE, -1) > 0
                || (workload.has(RATES)
                        && !OmbWorkload.text(workload.value(RATES)).isBlank());
    }

    void read() {
        long warmup = Math.max(0, workload.number(WARMUP, 1));
        boolean rates =
                workload.has(RATES) && !OmbWorkload.text(workload.value(RATES)).isBlank();
        boolean backlog = workload.number(BACKLOG, 0) > 0;
        if (OfferedRate.isSearched(draft)) {
            readSearch();
        } else if (rates && backlog) {
            draft.obstruct(
                    workload.key(RATES), "a rate that changes by the minute together with a backlog can't be said");
        } else if (rates) {
            readRates(warmup);
        } else if (backlog || workload.number(WARMUP_RATE, -1) > 0) {
            readPhases(warmup, backlog);
        } else {
            readTimes(warmup);
        }
        if (!backlog) {
            for (String name : List.of(BACKLOG, RATIO, BACKLOG_RATE, CONSUMER_ONLY)) {
                hold(name, "there is no backlog");
            }
        }
        if (workload.number(WARMUP_RATE, -1) <= 0) {
            hold(WARMUP_RATE, "the warm-up has the rate of the load");
            hold(SEPARATION, "the warm-up has the rate of the load");
        }
    }

    private void hold(String name, String why) {
        if (workload.has(name)) {
            draft.hold(workload.key(name), why);
        }
    }

    private void readSearch() {
        String difference =
                "a search has trials of its own: a warm-up of 5 s, then 10 s to narrow the range down, or 60 s to decide;"
                        + " the benchmark changes its rate every 3 s, all the time";
        for (String name : List.of(WARMUP, TEST)) {
            if (workload.has(name)) {
                draft.differ(workload.key(name), difference);
            }
        }
    }

    private void readTimes(long warmup) {
        writeWarmup(path("timing", "warmup"), warmup);
        KeyPath measure = path("timing", "measure");
        long test = test();
        if (test > 0) {
            draft.map(workload.key(TEST), measure, test + MINUTES);
        }
    }

    /** Returns the minutes of the measured load; 0 where none are given, which is an obstacle. */
    private long test() {
        long test = workload.number(TEST, 0);
        if (test < 1) {
            draft.obstruct(
                    workload.key(TEST),
                    TEST + " is 0 or not given: the benchmark runs until it is stopped, but a trial has an end");
        }
        return test;
    }

    private void writeWarmup(KeyPath key, long minutes) {
        String length = minutes + (minutes == 0 ? " s" : MINUTES);
        if (workload.has(WARMUP)) {
            draft.map(workload.key(WARMUP), key, length);
        } else {
            draft.assume(
                    key,
                    length,
                    WARMUP + " is not given: the default of openmessaging/benchmark; in some forks it is 30 min");
        }
    }

    /** Reads the phases of a backlog, or of a warm-up at a rate of its own. */
    private void readPhases(long warmup, boolean backlog) {
        if (warmup > 0) {
            writeWarmup(PHASES.to("warmup").to("for"), warmup);
            draft.assume(PHASES.to("warmup").to("warmup"), TRUE, "recorded apart, as in the benchmark");
            readWarmupRate();
        } else {
            for (String name : List.of(WARMUP, WARMUP_RATE, SEPARATION)) {
                hold(name, "there is no warm-up");
            }
        }
        if (backlog) {
            readBacklog();
        } else {
            long test = test();
            draft.map(workload.key(TEST), PHASES.to("measure").to("for"), Math.max(1, test) + MINUTES);
        }
    }

    private void readWarmupRate() {
        long rate = workload.number(WARMUP_RATE, -1);
        if (rate <= 0) {
            return;
        }
        draft.map(workload.key(WARMUP_RATE), PHASES.to("warmup").to("rate"), OfferedRate.text((double) rate));
        long rest = workload.number(SEPARATION, -1);
        if (rest > 0) {
            Map<KeyPath, String> phase = new LinkedHashMap<>();
            phase.put(PHASES.to("rest").to("for"), rest + MINUTES);
            phase.put(PHASES.to("rest").to("rate"), "none");
            phase.put(PHASES.to("rest").to("warmup"), TRUE);
            draft.map(workload.key(SEPARATION), phase, "");
        } else {
            hold(SEPARATION, "no time between");
        }
    }

    /** Reads the bytes that all subscriptions together have to read; a scenario counts what is sent. */
    private void readBacklog() {
        double bytes = workload.number(BACKLOG, 0) * (double) (1 << 30);
        double subscriptions =
                (double) Math.max(1, workload.largest(OmbWorkload.group().to("subscriptions")));
        double size = OmbMessages.meanBytes(draft);
        double rate = rateOfFill();
        if (size <= 0 || rate <= 0) {
            draft.obstruct(workload.key(BACKLOG), "how long it takes to grow needs one message size and one rate");
            return;
        }
        long sent = (long) Math.ceil(bytes / subscriptions);
        double seconds = (double) sent / size / rate;
        Map<KeyPath, String> keys = new LinkedHashMap<>();
        keys.put(PHASES.to("fill").to("until").to("sent"), new ByteSize(sent).toString());
        keys.put(PHASES.to("fill").to("at-most"), minutes(2 * seconds + 60));
        keys.put(PHASES.to("catch-up").to("until").to("caught-up"), "tail");
        keys.put(PHASES.to("catch-up").to("at-most"), minutes(4 * seconds + 60));
        keys.put(PHASES.to("catch-up").to("expect"), "either");
        keys.put(EVENTS.to("pause").to("phase"), "fill");
        keys.put(EVENTS.to("pause").to("pause"), "tail");
        keys.put(EVENTS.to("resume").to("phase"), "catch-up");
        keys.put(EVENTS.to("resume").to("resume"), "tail");
        draft.differ(
                workload.key(BACKLOG),
                keys,
                "consumers pause until so much is sent, counted once for each subscription; fill ends after twice the time that"
                        + " it should take, and catching up after four times that: the benchmark waits for ever");
        readBacklogRate();
        if (workload.has(RATIO)) {
            draft.differ(
                    workload.key(RATIO),
                    "a group has caught up once its backlog has been below a second of load for 5 s");
        }
        readEnd();
    }

    private void readBacklogRate() {
        long rate = workload.number(BACKLOG_RATE, -1);
        if (rate > 0) {
            draft.map(workload.key(BACKLOG_RATE), PHASES.to("fill").to("rate"), OfferedRate.text((double) rate));
        } else {
            hold(BACKLOG_RATE, "the backlog grows at the rate of the load");
        }
    }

    private double rateOfFill() {
        long perSecond = workload.number(BACKLOG_RATE, -1);
        if (perSecond > 0) {
            return (double) perSecond;
        }
        Object rate = draft.value(path("workload", "rate"));
        return rate instanceof String text && text.endsWith("/s")
                ? Double.parseDouble(text.substring(0, text.length() - 2))
                : 0;
    }

    private void readEnd() {
        if (workload.has(CONSUMER_ONLY)
                && OmbWorkload.text(workload.value(CONSUMER_ONLY)).equals(TRUE)) {
            draft.map(workload.key(CONSUMER_ONLY), PHASES.to("catch-up").to("rate"), "none");
            if (workload.has(TEST)) {
                draft.hold(workload.key(TEST), "overruled: the load ends once the backlog is read");
            }
            return;
        }
        hold(CONSUMER_ONLY, "producers go on");
        long test = test();
        draft.map(
                workload.key(TEST),
                PHASES.to("after").to("for"),
                Math.max(1, test) + MINUTES,
                "from the moment on when the backlog is read, as in the benchmark");
    }

    private static String minutes(double seconds) {
        return (long) Math.ceil(seconds / 60) + MINUTES;
    }

    /**
     * Reads rates at minutes of the load, between which the benchmark's fork changes the rate evenly. Its list goes round a day, so
     * after the last minute the rate hardly changes.
     */
    private void readRates(long warmup) {
        ForeignKey key = workload.key(RATES);
        NavigableMap<Long, Long> points = new TreeMap<>();
        for (PlainYaml entry : workload.value(RATES) instanceof Items list ? list.items() : List.<PlainYaml>of()) {
            List<Long> numbers = pair(entry);
            if (numbers.size() == 3) {
                draft.obstruct(
                        key,
                        "rates by the hour and minute of the day can't be said: write phases, or minutes of the load");
                return;
            }
            if (numbers.size() != 2 || numbers.getLast() < 1) {
                draft.obstruct(key, "expected [minute, rate] with rates above 0");
                return;
            }
            points.put(numbers.getFirst(), numbers.getLast());
        }
        if (points.isEmpty() || points.firstKey() != 0) {
            draft.obstruct(key, "expected [minute, rate] with the first at minute 0");
            return;
        }
        writeRates(key, points, warmup, warmup + test());
    }

    private static List<Long> pair(PlainYaml entry) {
        List<Long> numbers = new ArrayList<>();
        for (PlainYaml number : entry instanceof Items list ? list.items() : List.<PlainYaml>of()) {
            OptionalLong read = OmbWorkload.read(number).whole();
            if (read.isEmpty() || read.getAsLong() < 0) {
                return List.of();
            }
            numbers.add(read.getAsLong());
        }
        return numbers;
    }

    private void writeRates(ForeignKey key, NavigableMap<Long, Long> points, long warmup, long end) {
        TreeSet<Long> bounds = new TreeSet<>(points.headMap(end, false).keySet());
        bounds.add(warmup);
        bounds.add(end);
        Map<KeyPath, String> phases = new LinkedHashMap<>();
        for (Long from : bounds) {
            Long to = bounds.higher(from);
            if (to == null) {
                break;
            }
            KeyPath phase = PHASES.to("minute-" + from);
            phases.put(phase.to("for"), (to - from) + MINUTES);
            phases.put(phase.to("rate"), segment(rateAt(points, from), rateAt(points, to), to - from));
            if (to <= warmup) {
                phases.put(phase.to("warmup"), TRUE);
            }
        }
        draft.differ(
                key,
                phases,
                "after the last minute the rate stays; there it goes to the first one in the course of a day");
        hold(WARMUP, "the phases of the warm-up");
        if (workload.number(WARMUP_RATE, -1) > 0) {
            hold(WARMUP_RATE, "overruled by " + RATES);
            hold(SEPARATION, "overruled by " + RATES);
        }
        hold(TEST, "the phases after the warm-up");
    }

    private static String segment(double from, double to, long minutes) {
        return Double.compare(from, to) == 0
                ? OfferedRate.text(from)
                : "ramp %s to %s over %d min".formatted(OfferedRate.text(from), OfferedRate.text(to), minutes);
    }

    private static double rateAt(NavigableMap<Long, Long> points, long minute) {
        Map.Entry<Long, Long> before = points.floorEntry(minute);
        Map.Entry<Long, Long> after = points.ceilingEntry(minute);
        if (before == null) {
            return points.firstEntry().getValue().doubleValue();
        }
        if (after == null || after.getKey().equals(before.getKey())) {
            return before.getValue().doubleValue();
        }
        double share = (double) (minute - before.getKey()) / (after.getKey() - before.getKey());
        return (double) before.getValue() + share * (double) (after.getValue() - before.getValue());
    }
}
