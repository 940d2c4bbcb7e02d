package dev.assay.e2e;

/** Makes scenario files that are small enough for tests. */
final class Scenarios {
    private Scenarios() {}

    /** Returns a scenario with three local nodes and a trial for each partition count. */
    static String kafka(String partitions, String measure) {
        return """
                name: end-to-end
                systems:
                  kafka: { nodes: 3, replication: 3 }
                workload:
                  partitions: %s
                  message: { size: 100 B }
                  rate: 1000/s
                timing: { warmup: 1 s, measure: %s, drain: 10 s }
                """.formatted(partitions, measure);
    }

    static String smallKafka(String measure) {
        return kafka("1", measure).replace("nodes: 3, replication: 3", "nodes: 1, replication: 1");
    }

    /** Returns a scenario with one local node of the system that starts soonest, for tests in which the system does not matter. */
    static String quickest(String measure) {
        return """
                name: end-to-end
                systems:
                  nats: { nodes: 1 }
                durability: level-4
                workload:
                  partitions: 1
                  message: { size: 100 B }
                  rate: 1000/s
                timing: { warmup: 1 s, measure: %s, drain: 10 s }
                """.formatted(measure);
    }

    /** Returns a scenario for any cluster, with a second system that is not measured. */
    static String onKafka(String measure) {
        return kafka("3", measure).replace("kafka: { nodes: 3, replication: 3 }", "kafka: {}\n  memory: {}");
    }

    static String existing(String bootstrapServers, String measure) {
        return kafka("3", measure)
                .replace(
                        "nodes: 3, replication: 3",
                        "deployment: existing, replication: 3, bootstrap.servers: \"" + bootstrapServers + "\"");
    }

    /** Returns a scenario without a broker and with a trial for each message size. */
    static String memory(String sizes, String measure) {
        return """
                name: end-to-end
                systems:
                  memory: { law: constant, mean: 1 ms }
                durability: level-4
                workload:
                  message: { size: %s }
                  rate: 1000/s
                timing: { warmup: 1 s, measure: %s, drain: 60 s }
                """.formatted(sizes, measure);
    }
}
