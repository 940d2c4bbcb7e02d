package dev.assay.systems.rabbitmq.deployment;

import dev.assay.cluster.DeploymentException;
import dev.assay.cluster.node.NodeEnvironment;
import dev.assay.host.process.ProcessSupervisor;
import dev.assay.host.process.SupervisedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What nodes say they run with: their applications' environment, in which rabbitmq.conf ends up with all defaults. */
record EffectiveNodeSettings(ProcessSupervisor supervisor, RabbitMqPrograms programs, NodeEnvironment nodeEnvironment) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LONGEST_LINE = 160;

    private static final String EXPRESSION = """
            [io:format("~s.~s=~0p~n", [A, K, V]) \
            || A <- [rabbit, ra, osiris, rabbitmq_stream], {K, V} <- application:get_all_env(A)], \
            [io:format("erlang.~s=~0p~n", [K, erlang:system_info(K)]) \
            || K <- [otp_release, schedulers_online, scheduler_bind_type, emu_flavor]], ok.""";

    /** Secrets, and what is about files and logs rather than messages. */
    private static final Pattern LEFT_OUT = Pattern.compile(".*(pass|secret|cookie|obfuscation|_dir|_file|\\.log).*");

    /** Of each node by its name; nothing of a node that does not answer in time. */
    Map<String, Map<String, String>> read(RabbitMqClusterPlan plan) {
        List<SupervisedProcess> asked = plan.nodes().stream()
                .map(node -> supervisor.start(
                        programs.evaluate(node, plan, EXPRESSION).within(nodeEnvironment.commandPrefix(node.name()))))
                .toList();
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        try {
            for (int i = 0; i < asked.size(); i++) {
                SupervisedProcess process = asked.get(i);
                boolean answered =
                        process.await(PATIENCE) && process.exit().join().code() == 0;
                settings.put(plan.nodes().get(i).name(), answered ? parse(process.log()) : Map.of());
            }
        } finally {
            SupervisedProcess.killAll(asked);
        }
        return Collections.unmodifiableMap(settings);
    }

    private static Map<String, String> parse(Path output) {
        try (Stream<String> lines = Files.lines(output)) {
            return parse(lines.toList());
        } catch (IOException e) {
            throw DeploymentException.environment("Cannot read " + output + ": " + e, e);
        }
    }

    static Map<String, String> parse(List<String> lines) {
        Map<String, String> settings = new TreeMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            if (equals > 0 && line.length() <= LONGEST_LINE) {
                String name = line.substring(0, equals);
                if (!LEFT_OUT.matcher(name).matches()) {
                    settings.put(name, line.substring(equals + 1));
                }
            }
        }
        return settings;
    }
}
