package dev.assay.world;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Holds what a seed stands for: a scenario of the in-memory system, and what surrounds it. All of it is keys that can be dropped one by
 * one; what is no key of a scenario stands below {@value #AROUND}.
 *
 * @param keys by name; the values are maps of the same kind, lists or texts
 */
record World(long seed, Map<String, Object> keys) {
    static final String AROUND = "world";

    /** Draws the keys of a seed. */
    static World of(long seed) {
        World world = new World(seed, new Draw(new SplittableRandom(seed)).keys());
        Coincidences.draw(world);
        HarnessFaults.draw(world);
        return world;
    }

    /** Returns the scenario as its file would have it. */
    String scenario() {
        Map<String, Object> scenario = new LinkedHashMap<>(keys);
        scenario.remove(AROUND);
        StringBuilder text = new StringBuilder();
        write(scenario, "", text);
        return text.toString();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        write(map(AROUND), "# ", text);
        return text + scenario();
    }

    @SuppressWarnings("unchecked")
    private static void write(Map<String, Object> keys, String indent, StringBuilder text) {
        keys.forEach((key, value) -> {
            text.append(indent).append(key).append(':');
            if (value instanceof Map<?, ?> map && !map.isEmpty()) {
                text.append('\n');
                write((Map<String, Object>) map, indent + "  ", text);
            } else {
                text.append(' ').append(value instanceof Map ? "{}" : value).append('\n');
            }
        });
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> map(String path) {
        return get(path).map(value -> (Map<String, Object>) value).orElse(Map.of());
    }

    Optional<Object> get(String path) {
        Object value = keys;
        for (String key : path.split("/", -1)) {
            value = value instanceof Map<?, ?> map ? map.get(key) : null;
        }
        return Optional.ofNullable(value);
    }

    String text(String path, String fallback) {
        return get(path).map(String::valueOf).orElse(fallback);
    }

    long number(String path, long fallback) {
        return get(path).map(value -> Long.parseLong(value.toString())).orElse(fallback);
    }

    /** Returns the paths of all keys, those of maps before those in them. */
    List<String> paths() {
        List<String> paths = new ArrayList<>();
        add(keys, "", paths);
        return paths;
    }

    @SuppressWarnings("unchecked")
    private static void add(Map<String, Object> keys, String prefix, List<String> paths) {
        keys.forEach((key, value) -> {
            paths.add(prefix + key);
            if (value instanceof Map<?, ?> map) {
                add((Map<String, Object>) map, prefix + key + "/", paths);
            }
        });
    }

    /** Returns this world without a key and all that is below it. */
    World without(String path) {
        return new World(seed, without(keys, path));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> without(Map<String, Object> keys, String path) {
        Map<String, Object> less = new LinkedHashMap<>(keys);
        int slash = path.indexOf('/');
        if (slash < 0) {
            less.remove(path);
        } else {
            less.computeIfPresent(
                    path.substring(0, slash),
                    (key, inner) -> without((Map<String, Object>) inner, path.substring(slash + 1)));
        }
        return less;
    }

    /** Draws keys so that a trial lasts some seconds and has some thousand messages. */
    private static final class Draw {
        private static final double MAX_MESSAGES = 2000;

        private final SplittableRandom random;
        private final Map<String, Object> around = new LinkedHashMap<>();
        private final List<String> groups = new ArrayList<>();
        private final List<String> phases = new ArrayList<>();
        private final Map<String, String> late = new LinkedHashMap<>();
        private int seconds;
        private double rate;

        Draw(SplittableRandom random) {
            this.random = random;
        }

        private boolean chance(int percent) {
            return random.nextInt(100) < percent;
        }

        private int upTo(int most) {
            return 1 + random.nextInt(most);
        }

        /** Draws a number whose logarithm is uniform. */
        private double logarithmic(double least, double most) {
            return least * Math.pow(most / least, random.nextDouble());
        }

        private String rateText(double perSecond) {
            return perSecond < 20 && chance(50)
                    ? String.format(Locale.ROOT, "%.1f/s", Math.max(0.5, perSecond))
                    : Math.max(1, Math.round(perSecond)) + "/s";
        }

        private String micros(double least, double most) {
            return Math.round(1e6 * logarithmic(least, most)) + " us";
        }

        Map<String, Object> keys() {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("name", "world");
            all.put("seed", random.nextInt(1_000_000));
            around.put("workers", chance(40) ? 1 : upTo(5));
            if (chance(30)) {
                around.put("ahead-us", random.nextLong(-2_000_000, 2_000_000));
                if (chance(50)) {
                    around.put("gain-ppm", random.nextLong(-200, 200));
                }
            }
            Map<String, Object> named = phases();
            rate = Math.min(logarithmic(0.5, 800), MAX_MESSAGES / seconds);
            all.put("systems", Map.of("memory", system()));
            all.put("durability", "level-4");
            all.put("workload", workload());
            if (!named.isEmpty()) {
                catchUp(named);
                all.put("phases", named);
            }
            Map<String, Object> timing = new LinkedHashMap<>();
            if (named.isEmpty()) {
                int warmup = random.nextInt(3);
                timing.put("warmup", warmup + " s");
                timing.put("measure", Math.max(1, seconds - warmup) + " s");
            }
            timing.put("drain", chance(80) ? "8 s" : upTo(4) + " s");
            all.put("timing", timing);
            Map<String, Object> events = events();
            if (!events.isEmpty()) {
                all.put("events", events);
            }
            if (chance(15)) {
                all.put("repeat", 2);
            }
            defect();
            int workers = (int) around.get("workers");
            if (workers > 1 && seconds > 2 && chance(15)) {
                around.put("lost", upTo(workers));
                around.put("lost-at", upTo(seconds - 2));
                if (chance(80)) {
                    around.put("tolerated", 1);
                }
            }
            all.put(AROUND, around);
            return all;
        }

        private Map<String, Object> phases() {
            Map<String, Object> named = new LinkedHashMap<>();
            if (chance(50)) {
                seconds = 2 + upTo(10);
                return named;
            }
            int count = upTo(4);
            for (int index = 0; index < count; index++) {
                Map<String, Object> phase = new LinkedHashMap<>();
                int length = upTo(5);
                seconds += length;
                phase.put("for", chance(85) ? length + " s" : length * 1000 + upTo(900) + " ms");
                if (index == 0 && count > 1 && chance(40)) {
                    phase.put("warmup", "true");
                }
                if (chance(25)) {
                    phase.put("rate", index > 0 && chance(15) ? "none" : rateText(logarithmic(5, 300)));
                }
                if (!"none".equals(phase.get("rate")) && chance(12)) {
                    phase.remove("for");
                    phase.put("until", "{ sent: %d KB }".formatted(upTo(50)));
                    phase.put("at-most", length + " s");
                }
                if (chance(20)) {
                    phase.put(
                            "expect", List.of("either", "overload", "disturbed").get(random.nextInt(3)));
                }
                phases.add("p" + index);
                named.put("p" + index, phase);
            }
            return named;
        }

        private Map<String, Object> system() {
            Map<String, Object> memory = new LinkedHashMap<>();
            memory.put(
                    "law",
                    List.of("none", "constant", "constant", "exponential", "uniform")
                            .get(random.nextInt(5)));
            memory.put("mean", micros(50e-6, 0.3));
            if (chance(50)) {
                return memory;
            }
            for (int faults = upTo(2); faults > 0; faults--) {
                fault(memory);
            }
            return memory;
        }

        private void fault(Map<String, Object> memory) {
            String every = String.valueOf(Math.round(logarithmic(2, 500)));
            switch (random.nextInt(12)) {
                case 0 -> memory.put("lose-every", every);
                case 1 -> memory.put("withhold-every", every);
                case 2 -> memory.put("duplicate-every", every);
                case 3 -> memory.put("reorder-every", every);
                case 4 -> memory.put("fail-every", every);
                case 5 -> memory.put("redeliver-every", every);
                case 6 -> memory.put("leaderless-partition", upTo(3));
                case 7 -> memory.put("noise-percent", upTo(40));
                case 8 -> memory.put("capacity", Math.round(rate * logarithmic(0.5, 5)) + 1);
                case 9 -> {
                    memory.put("drift-to", micros(50e-6, 0.3));
                    memory.put("drift-for", upTo(20) + " s");
                }
                case 10 -> {
                    memory.put("decay-from", upTo(20));
                    memory.put("decay-for", upTo(20) + " s");
                }
                default -> {
                    memory.put("stall-at", random.nextInt(Math.max(1, seconds * 1000)) + " ms");
                    memory.put("stall-for", micros(1e-3, 4));
                }
            }
        }

        private Map<String, Object> workload() {
            Map<String, Object> load = new LinkedHashMap<>();
            load.put("topics", chance(70) ? 1 : upTo(3));
            load.put("partitions", chance(10) ? List.of(upTo(3), 3 + upTo(9)) : upTo(chance(80) ? 6 : 30));
            load.put("producers", chance(40) ? 1 : upTo(chance(80) ? 4 : 12));
            load.put("rate", rates());
            load.put("arrivals", chance(50) ? "constant" : "poisson");
            Map<String, Object> message = new LinkedHashMap<>();
            message.put(
                    "size",
                    switch (random.nextInt(4)) {
                        case 0 -> "{ 60 B: 3, 1 KB: 1 }";
                        case 1 -> "{ p50: 200 B, p99: 2 KB }";
                        default -> 40 + random.nextInt(400) + " B";
                    });
            if (chance(30)) {
                message.put("keys", chance(50) ? "sequence" : "{ kind: random, count: 20, skew: 1.2 }");
            }
            load.put("message", message);
            if (chance(20)) {
                load.put("in-flight", chance(50) ? "client" : String.valueOf(upTo(60)));
            }
            if (chance(40)) {
                load.put("subscriptions", chance(60) ? 1 : upTo(3));
                load.put("consumers", upTo(4));
            } else {
                load.put("groups", groups());
            }
            return load;
        }

        private String rates() {
            String high = rateText(2 * rate);
            return switch (random.nextInt(9)) {
                case 8 -> "ramp 0.1/s to %s over %d s".formatted(high, upTo(seconds));
                case 0 -> "ramp %s to %s over %d s".formatted(rateText(rate / 10), high, upTo(seconds));
                case 1 -> "ramp %s to %s over %d ms".formatted(high, rateText(rate / 10), 100 + 37 * upTo(100));
                case 2 ->
                    "steps %s %s %s every %d ms".formatted(rateText(rate / 5), high, rateText(rate / 2), 500 * upTo(8));
                case 3 ->
                    "bursts %s for %d ms every %d ms else %s"
                            .formatted(high, 100 * upTo(9), 1000 + 100 * upTo(40), rateText(rate / 20));
                case 4 -> "bursts %s for %d ms every %d ms".formatted(high, 100 * upTo(9), 1000 + 100 * upTo(40));
                default -> rateText(rate);
            };
        }

        private Map<String, Object> groups() {
            Map<String, Object> named = new LinkedHashMap<>();
            for (int count = upTo(3); count > 0; count--) {
                Map<String, Object> group = new LinkedHashMap<>();
                if (chance(20)) {
                    group.put("subscriptions", 2);
                }
                group.put("consumers", upTo(5));
                if (chance(35)) {
                    group.put("queue", "true");
                }
                if (chance(35)) {
                    group.put("processing", micros(20e-6, 4 / rate));
                }
                if (phases.size() > 1 && chance(20)) {
                    group.put("start-at", phases.get(random.nextInt(1, phases.size())));
                    if (chance(50)) {
                        group.put("start-paused", "true");
                    }
                }
                String name = "g" + count;
                if (group.containsKey("start-at")) {
                    late.put(name, group.get("start-at").toString());
                } else {
                    groups.add(name);
                }
                named.put(name, group);
            }
            return named;
        }

        /** Lets some phases last until the group that starts with them has caught up. */
        @SuppressWarnings("unchecked")
        private void catchUp(Map<String, Object> named) {
            late.forEach((group, name) -> {
                Map<String, Object> phase = (Map<String, Object>) Objects.requireNonNull(named.get(name));
                if (chance(50) && phase.containsKey("for")) {
                    phase.remove("for");
                    phase.put("until", "{ caught-up: %s }".formatted(group));
                    phase.put("at-most", 6 + upTo(6) + " s");
                }
            });
        }

        private Map<String, Object> events() {
            Map<String, Object> named = new LinkedHashMap<>();
            if (groups.isEmpty() || !chance(20)) {
                return named;
            }
            String group = groups.get(random.nextInt(groups.size()));
            int at = chance(30) ? 1000 * random.nextInt(seconds) : random.nextInt(seconds * 1000);
            named.put("stop", new LinkedHashMap<>(Map.of("at", at + " ms", "pause", group)));
            if (chance(80)) {
                int until = Math.min(at + random.nextInt(1, 4000), seconds * 1000 - 1);
                named.put("go", new LinkedHashMap<>(Map.of("at", until + " ms", "resume", group)));
            }
            return named;
        }

        private void defect() {
            if (!chance(15)) {
                return;
            }
            long every = Math.round(logarithmic(2, 300));
            around.put(
                    "defect",
                    List.of(
                                    "DROP",
                                    "DUPLICATE",
                                    "SWAP",
                                    "FLIP_BODY",
                                    "FLIP_HEADER",
                                    "FOREIGN",
                                    "SEND_FAIL",
                                    "SEND_SILENT",
                                    "SEND_TWICE")
                            .get(random.nextInt(9)));
            around.put("every", every);
            around.put("offset", random.nextLong(every));
        }
    }
}
