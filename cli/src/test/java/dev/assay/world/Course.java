package dev.assay.world;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says from a world's texts alone how many messages are due by when, apart from the code that a run has for it. */
final class Course {
    private static final Pattern NUMBER = Pattern.compile("([0-9.]+)\\s*(us|ms|s|min)?(/s)?");

    /** Counts come this close to whole numbers only where they are meant to be. */
    private static final double WHOLE = 1e-6;

    /** Holds a stretch in which the rate changes evenly, in seconds and messages per second. */
    private record Stretch(double from, double to, double rateFrom, double rateTo) {
        double count(double until) {
            double length = Math.min(until, to) - from;
            double slope = to > from ? (rateTo - rateFrom) / (to - from) : 0;
            return length <= 0 ? 0 : length * (rateFrom + slope * length / 2);
        }
    }

    /**
     * Holds a phase, in seconds from the start of the load.
     *
     * @param warmup whether it is not measured
     */
    record Part(String name, double from, double to, boolean warmup) {}

    private final List<Part> parts = new ArrayList<>();
    private final List<Stretch> stretches = new ArrayList<>();
    private final String workload;
    private double played;

    /** Takes phases that a condition ends at their longest. */
    Course(World world) {
        this(world, Map.of());
    }

    /** @param lengths of phases that a condition ended, in seconds, by name */
    Course(World world, Map<String, Double> lengths) {
        workload = world.text("workload/rate", "1000/s");
        Map<String, Object> phases = world.map("phases");
        if (phases.isEmpty()) {
            add("warmup", seconds(world.text("timing/warmup", "10 s")), true, "");
            add("measure", seconds(world.text("timing/measure", "30 s")), false, "");
        }
        phases.forEach((name, keys) -> {
            Map<?, ?> phase = (Map<?, ?>) keys;
            String own = phase.containsKey("rate") ? String.valueOf(phase.get("rate")) : "";
            double longest = seconds(String.valueOf(phase.get(phase.containsKey("until") ? "at-most" : "for")));
            double length = phase.containsKey("until") ? lengths.getOrDefault(name, longest) : longest;
            add(name, length, phase.containsKey("warmup"), own);
        });
    }

    static double seconds(String text) {
        Matcher number = NUMBER.matcher(text);
        if (!number.matches()) {
            throw new IllegalArgumentException(text);
        }
        double value = Double.parseDouble(number.group(1));
        return switch (String.valueOf(number.group(2))) {
            case "us" -> value / 1e6;
            case "ms" -> value / 1e3;
            case "min" -> value * 60;
            default -> value;
        };
    }

    private void add(String name, double length, boolean warmup, String own) {
        if (length == 0) {
            return;
        }
        double from = parts.isEmpty() ? 0 : parts.getLast().to();
        parts.add(new Part(name, from, from + length, warmup));
        String profile = own.isEmpty() ? workload : own;
        boolean before = warmup && own.isEmpty();
        if (before && !profile.startsWith("bursts")) {
            double first = offered(profile, 0).rateFrom();
            stretches.add(new Stretch(from, from + length, first, first));
            return;
        }
        double at = own.isEmpty() && !before ? played : 0;
        for (double end = at + length; at < end - 1e-12; ) {
            Stretch one = offered(profile, at);
            double until = Math.min(one.to(), end);
            double slope = Double.isInfinite(one.to()) ? 0 : (one.rateTo() - one.rateFrom()) / (one.to() - one.from());
            stretches.add(new Stretch(
                    from,
                    from + until - at,
                    one.rateFrom() + slope * (at - one.from()),
                    one.rateFrom() + slope * (until - one.from())));
            from += until - at;
            at = until;
        }
        played += own.isEmpty() && !before ? length : 0;
    }

    /** Returns the stretch of a profile that goes on at a time, counted from its begin. */
    private static Stretch offered(String profile, double at) {
        List<Double> numbers = new ArrayList<>();
        Matcher number = NUMBER.matcher(profile);
        while (number.find()) {
            numbers.add(seconds(number.group().replace("/s", "").trim()));
        }
        double now = at + 1e-9;
        double ever = Double.POSITIVE_INFINITY;
        if (profile.equals("none")) {
            return new Stretch(0, ever, 0, 0);
        }
        if (profile.startsWith("ramp")) {
            double over = numbers.get(2);
            return now < over
                    ? new Stretch(0, over, numbers.get(0), numbers.get(1))
                    : new Stretch(over, ever, numbers.get(1), numbers.get(1));
        }
        if (profile.startsWith("steps")) {
            int last = numbers.size() - 2;
            double every = numbers.getLast();
            int step = (int) Math.min(last, Math.floor(now / every));
            double rate = numbers.get(step);
            return new Stretch(step * every, step == last ? ever : (step + 1) * every, rate, rate);
        }
        if (profile.startsWith("bursts")) {
            double every = numbers.get(2);
            double begin = Math.floor(now / every) * every;
            double end = begin + numbers.get(1);
            double otherwise = numbers.size() > 3 ? numbers.get(3) : 0;
            return now < end
                    ? new Stretch(begin, end, numbers.get(0), numbers.get(0))
                    : new Stretch(end, begin + every, otherwise, otherwise);
        }
        return new Stretch(0, ever, numbers.getFirst(), numbers.getFirst());
    }

    List<Part> parts() {
        return parts;
    }

    /** Returns the phase in which a time lies, in seconds from the start of the load; the last one after its end. */
    Part at(double seconds) {
        return parts.stream().filter(part -> seconds < part.to()).findFirst().orElse(parts.getLast());
    }

    double messages() {
        return count(Double.MAX_VALUE);
    }

    /** Returns the number of messages due by then, in seconds from the start of the load. */
    double count(double seconds) {
        double count = 0;
        for (Stretch stretch : stretches) {
            count += stretch.count(seconds);
        }
        return count;
    }

    /** Returns how many messages that come at even counts are due in each phase. */
    Map<String, Long> whole() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Part part : parts) {
            counts.put(part.name(), due(part.to()) - due(part.from()));
        }
        return counts;
    }

    private long due(double seconds) {
        double count = count(seconds);
        return (long) Math.ceil(Math.abs(count - Math.rint(count)) < WHOLE ? Math.rint(count) : count);
    }
}
