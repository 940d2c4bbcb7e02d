package dev.assay.e2e;

/** Scenario files, small enough for tests. */
final class Scenarios {
    private Scenarios() {}

    /** Three local nodes; as many trials as partition counts. */
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

    /** One local node. */
    static String smallKafka(String measure) {
        return kafka("1", measure).replace("nodes: 3, replication: 3", "nodes: 1, replication: 1");
    }

    /** One local node of the system that starts soonest; for what no system decides. */
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

    /** Whatever cluster it is measured on, and a system that is not measured then. */
    static String onKafka(String measure) {
        return kafka("3", measure).replace("kafka: { nodes: 3, replication: 3 }", "kafka: {}\n  memory: {}");
    }

    /** A cluster that somebody else runs. */
    static String existing(String bootstrapServers, String measure) {
        return kafka("3", measure)
                .replace(
                        "nodes: 3, replication: 3",
                        "deployment: existing, replication: 3, bootstrap.servers: \"" + bootstrapServers + "\"");
    }

    /** No broker; as many trials as message sizes. */
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
