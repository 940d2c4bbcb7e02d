package dev.assay.world;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/** Changes some worlds so that they have what comes together too seldom by chance. */
final class Coincidences {
    private final World world;
    private final SplittableRandom random;

    private Coincidences(World world, long salt) {
        this.world = world;
        this.random = new SplittableRandom(world.seed() ^ salt);
    }

    static void draw(World world) {
        new Coincidences(world, 0x10557).loseWorkerAsGroupStarts();
        new Coincidences(world, 0x57a11).stallThroughPhase();
        new Coincidences(world, 0x4a39).rampUnderConstantLatency();
        new Coincidences(world, 0xbac0).fallBehind();
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> groups() {
        return world.map("workload/groups").values().stream()
                .map(group -> (Map<String, Object>) group)
                .toList();
    }

    /**
     * Loses a worker while its command to let a group begin to read waits for its time. The command comes a second ahead, and workers are lost
     * at whole seconds.
     */
    private void loseWorkerAsGroupStarts() {
        String phase = groups().stream()
                .map(group -> String.valueOf(group.get("start-at")))
                .filter(world.map("phases")::containsKey)
                .findFirst()
                .orElse("");
        if (phase.isEmpty()
                || world.get(World.AROUND + "/lost").isPresent()
                || world.get("events").isPresent()
                || !chance(50)) {
            return;
        }
        Map<String, Object> first = world.map("phases/p0");
        first.remove("until");
        first.remove("at-most");
        first.put("for", (1 + random.nextInt(3)) + "500 ms");
        double start = new Course(world)
                .parts().stream()
                        .filter(part -> part.name().equals(phase))
                        .findFirst()
                        .orElseThrow()
                        .from();
        Map<String, Object> around = world.map(World.AROUND);
        int workers = (int) Math.max(2, world.number(World.AROUND + "/workers", 1));
        around.put("workers", workers);
        around.put("lost", 1 + random.nextInt(workers));
        around.put("lost-at", (long) start);
        if (chance(50)) {
            around.put("tolerated", 1);
        }
    }

    /** Lets a stall last through a whole phase, so that the phase ends before any of its own messages is acknowledged. */
    private void stallThroughPhase() {
        List<Course.Part> parts = new Course(world).parts();
        if (parts.size() < 2 || !chance(15)) {
            return;
        }
        Course.Part phase = parts.get(1 + random.nextInt(parts.size() - 1));
        double before = 0.1 + 0.8 * random.nextDouble();
        Map<String, Object> memory = world.map("systems/memory");
        memory.put("stall-at", Math.round(1000 * (phase.from() - before)) + " ms");
        memory.put("stall-for", Math.round(1000 * (before + phase.to() - phase.from() + random.nextDouble())) + " ms");
    }

    /** Lets the rate rise to the end where each message takes the same time, and nothing else happens. */
    private void rampUnderConstantLatency() {
        Map<String, Object> memory = world.map("systems/memory");
        Map<String, Object> around = world.map(World.AROUND);
        if (!world.map("phases").isEmpty()
                || !Set.of("law", "mean").containsAll(memory.keySet())
                || world.get("events").isPresent()
                || around.containsKey("defect")
                || !chance(25)) {
            return;
        }
        memory.put("law", "constant");
        memory.put("mean", 100 + random.nextInt(300) + " ms");
        Map<String, Object> load = world.map("workload");
        load.remove("in-flight");
        groups().forEach(group -> group.remove("processing"));
        double seconds = new Course(world).parts().getLast().to();
        int most = 50 + random.nextInt(250);
        load.put("rate", "ramp %d/s to %d/s over %.0f s".formatted(1 + random.nextInt(20), most, seconds));
    }

    /** Lets the consumers of a group need some seconds more for all messages than these take to come. */
    private void fallBehind() {
        List<Map<String, Object>> working = groups().stream()
                .filter(group -> group.containsKey("processing") && !group.containsKey("start-at"))
                .toList();
        if (working.isEmpty() || !chance(40)) {
            return;
        }
        Course course = new Course(world);
        long servers = world.number("workload/topics", 1)
                * Long.parseLong(String.valueOf(working.getFirst().get("consumers")));
        double seconds = course.parts().getLast().to() + 2 + 3 * random.nextDouble();
        working.getFirst().put("processing", Math.round(1e6 * servers * seconds / course.messages()) + " us");
    }
}
