package dev.assay.model.spec;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.spec.Incompatibility.Part;
import dev.assay.model.timeline.Phase;
import dev.assay.model.unit.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks that phases, consumer groups and events of a scenario go together. */
final class TimelineCheck {
    /** Matches names that can stand in the names of files. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

    private static final KeyPath PHASES = KeyPath.TOP.to("phases");
    private static final KeyPath EVENTS = KeyPath.TOP.to("events");
    private static final KeyPath GROUPS = KeyPath.TOP.to("workload").to("groups");

    private final Workload workload;
    private final Map<String, PhaseSpec> phases;
    private final Map<String, EventSpec> events;
    /** Holds when each phase begins, at the latest. */
    private final Map<String, Duration> begins = new LinkedHashMap<>();

    private final Duration end;
    private final boolean conditional;
    private final List<Incompatibility> problems = new ArrayList<>();

    private TimelineCheck(
            Workload workload, Timing timing, Map<String, PhaseSpec> phases, Map<String, EventSpec> events) {
        this.workload = workload;
        this.phases = phases;
        this.events = events;
        this.conditional = phases.isEmpty()
                ? timing.warmup().untilSteady()
                : phases.values().stream().anyMatch(phase -> phase.until().hasCondition());
        this.end = phases.isEmpty() ? unnamed(timing) : named();
    }

    /** @throws IncompatibleKeysException with all that does not go together */
    static void check(Workload workload, Timing timing, Map<String, PhaseSpec> phases, Map<String, EventSpec> events) {
        TimelineCheck check = new TimelineCheck(workload, timing, phases, events);
        check.names();
        check.length();
        check.phases();
        check.load();
        workload.groups().forEach(check::group);
        events.forEach(check::event);
        if (!check.problems.isEmpty()) {
            throw new IncompatibleKeysException(
                    Stream.of("workload", "timing", "phases", "events")
                            .map(KeyPath.TOP::to)
                            .toList(),
                    check.problems);
        }
    }

    private Duration unnamed(Timing timing) {
        if (timing.warmup().atMost().isPositive()) {
            begins.put(Phase.WARMUP, Duration.ZERO);
        }
        begins.put(Phase.MEASURE, timing.warmup().atMost());
        return timing.warmup().atMost().plus(timing.measure());
    }

    private Duration named() {
        Duration at = Duration.ZERO;
        for (Map.Entry<String, PhaseSpec> phase : phases.entrySet()) {
            begins.put(phase.getKey(), at);
            at = at.plus(phase.getValue().longest());
        }
        return at;
    }

    private void add(KeyPath key, Part part, String reason, String advice) {
        problems.add(new Incompatibility(key, part, reason, advice));
    }

    private void length() {
        Duration latest = Duration.ofNanos(Phase.LATEST_END_NANOS);
        if (end.compareTo(latest) > 0) {
            add(
                    phases.isEmpty() ? KeyPath.TOP.to("timing") : PHASES,
                    Part.VALUE,
                    "the load can last " + DurationText.format(end) + ", but at most " + DurationText.format(latest)
                            + " can be recorded",
                    "shorten the phases, or measure in several runs");
        }
    }

    private void names() {
        names(PHASES, phases.keySet());
        names(GROUPS, workload.groups().keySet());
        names(EVENTS, events.keySet());
        Set<String> subscriptions = new HashSet<>();
        for (Workload.Subscription subscription : workload.allSubscriptions()) {
            if (!subscriptions.add(subscription.name())) {
                add(
                        GROUPS.to(subscription.groupName()),
                        Part.NAME,
                        "two subscriptions would be called '" + subscription.name() + "'",
                        "a consumer group with several subscriptions names them after itself, with a number: rename it");
            }
        }
    }

    private void names(KeyPath parent, Set<String> names) {
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                add(
                        parent.to(name),
                        Part.NAME,
                        "a name takes up to 40 lower case letters, digits and hyphens",
                        "it is used in file names: rename it, for example to 'catch-up'");
            }
        }
    }

    private void phases() {
        if (!phases.isEmpty() && phases.values().stream().allMatch(PhaseSpec::warmup)) {
            add(PHASES, Part.NAME, "all are warm-ups, so nothing is measured", "leave warmup out of at least one");
        }
        phases.forEach((name, phase) -> {
            KeyPath until = PHASES.to(name).to("until");
            if (!phase.until().caughtUp().isEmpty()) {
                waits(until.to("caught-up"), name, phase.until().caughtUp());
            }
            if (!phase.until().done().isEmpty()) {
                done(until.to("done"), name, phase.until().done());
            }
            if (phase.until().sent().bytes() > 0 && offered(phase).equals(LoadProfile.NONE)) {
                add(
                        until.to("sent"),
                        Part.VALUE,
                        "nothing is sent in a phase with the rate 'none'",
                        "give the phase a rate, or another end");
            }
        });
    }

    private void waits(KeyPath key, String phase, String name) {
        GroupSpec group = workload.allGroups().get(name);
        if (group == null) {
            noGroup(key, name);
        } else if (!group.live() && begin(group.startAt()).compareTo(begin(phase)) > 0) {
            add(
                    key,
                    Part.VALUE,
                    "group '" + name + "' only starts later, with phase '" + group.startAt() + "'",
                    "wait for it in a phase in which it reads");
        }
    }

    private void done(KeyPath key, String phase, String name) {
        EventSpec event = events.get(name);
        if (event == null) {
            add(
                    key,
                    Part.VALUE,
                    "there is no event '" + name + "'",
                    events.isEmpty()
                            ? "the scenario has none"
                            : "the events are " + String.join(", ", events.keySet()));
        } else if (!event.rolling() || !event.phase().equals(phase)) {
            add(
                    key,
                    Part.VALUE,
                    "'" + name + "' is no rolling restart or upgrade of phase '" + phase + "'",
                    "wait for one that begins in this phase");
        }
    }

    private Duration begin(String phase) {
        return begins.getOrDefault(phase, Duration.ZERO);
    }

    private LoadProfile offered(PhaseSpec phase) {
        return phase.rate().own().orElse(workload.rate());
    }

    private void load() {
        boolean nothing = phases.isEmpty()
                ? workload.rate().equals(LoadProfile.NONE)
                : phases.values().stream().map(this::offered).allMatch(LoadProfile.NONE::equals);
        if (nothing) {
            boolean everywhere = workload.rate().equals(LoadProfile.NONE);
            add(
                    everywhere ? KeyPath.TOP.to("workload").to("rate") : PHASES,
                    everywhere ? Part.VALUE : Part.NAME,
                    "nothing is offered in any of the phases",
                    "give at least one of them a rate");
        }
    }

    private void group(String name, GroupSpec group) {
        KeyPath key = GROUPS.to(name).to("start-at");
        if (group.live()) {
            return;
        }
        if (!begins.containsKey(group.startAt())) {
            noPhase(key, group.startAt());
        } else if (begin(group.startAt()).isZero()) {
            add(
                    key,
                    Part.VALUE,
                    "'" + group.startAt() + "' is the first phase, with which a group starts by default",
                    group.startPaused() ? "remove start-at and start-paused" : "remove it");
        }
    }

    private void event(String name, EventSpec event) {
        KeyPath key = EVENTS.to(name);
        if (event.rolling()
                && events.values().stream().filter(TimelineCheck::touchesNodes).count() > 1) {
            add(
                    key,
                    Part.NAME,
                    "another event does something to the nodes, too, so it can't be told which of the two is seen",
                    "give each a scenario of its own");
        }
        checkGroup(key.to("pause"), event.pause(), event);
        checkGroup(key.to("resume"), event.resume(), event);
        if (!event.phase().isEmpty() && !begins.containsKey(event.phase())) {
            noPhase(key.to("phase"), event.phase());
        } else if (time(event).compareTo(end) >= 0) {
            add(
                    key.to("at"),
                    Part.VALUE,
                    "this is %s after the start of the load, but the phases end after %s"
                            .formatted(DurationText.format(time(event)), DurationText.format(end)),
                    "move it earlier, or extend the load");
        } else if (event.recover()
                && nothingBefore(event, other -> other.fault().fault().isPresent())) {
            add(key.to("recover"), Part.NAME, "no fault comes before it", "give an earlier event a fault");
        } else if (!event.resume().isEmpty()
                && nothingBefore(event, other -> other.pause().equals(event.resume()))) {
            add(
                    key.to("resume"),
                    Part.VALUE,
                    "no earlier event pauses group '" + event.resume() + "'",
                    "pause it earlier; a group that starts paused resumes with the phase that its 'start-at' names");
        }
    }

    private static boolean touchesNodes(EventSpec event) {
        return event.rolling() || event.recover() || event.fault().fault().isPresent();
    }

    private void checkGroup(KeyPath key, String name, EventSpec event) {
        if (name.isEmpty()) {
            return;
        }
        GroupSpec group = workload.allGroups().get(name);
        if (group == null) {
            noGroup(key, name);
        } else if (!group.live() && !conditional && time(event).compareTo(begin(group.startAt())) < 0) {
            add(
                    key,
                    Part.VALUE,
                    "group '" + name + "' only starts later, with phase '" + group.startAt() + "'",
                    "move it later");
        }
    }

    /** Tells whether no earlier event is such a one; where phases end by conditions, the order is known only when they run. */
    private boolean nothingBefore(EventSpec event, Predicate<EventSpec> condition) {
        return events.values().stream()
                .filter(other -> conditional || time(other).compareTo(time(event)) <= 0)
                .noneMatch(condition);
    }

    private Duration time(EventSpec event) {
        return begin(event.phase()).plus(event.at());
    }

    private void noPhase(KeyPath key, String name) {
        String advice = phases.isEmpty()
                ? "phases are not named, so they are " + String.join(" and ", begins.keySet())
                : "the phases are " + String.join(", ", phases.keySet());
        add(key, Part.VALUE, "'" + name + "' is not one of the phases", advice);
    }

    private void noGroup(KeyPath key, String name) {
        Set<String> groups = workload.allGroups().keySet();
        add(
                key,
                Part.VALUE,
                "there is no consumer group '" + name + "' in the workload",
                groups.isEmpty() ? "the workload has none" : "the groups are " + String.join(", ", groups));
    }
}
