package dev.assay.systems.rabbitmq.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Parses the settings that nodes run with: their applications' environment, in which rabbitmq.conf ends up with all defaults. */
final class EffectiveNodeSettings {
    private static final int LONGEST_LINE = 160;

    static final String EXPRESSION = """
            [io:format("~s.~s=~0p~n", [A, K, V]) \
            || A <- [rabbit, ra, osiris, rabbitmq_stream], {K, V} <- application:get_all_env(A)], \
            [io:format("erlang.~s=~0p~n", [K, erlang:system_info(K)]) \
            || K <- [otp_release, schedulers_online, scheduler_bind_type, emu_flavor]], ok.""";

    /** Settings left out: secrets, and those of files and logs. */
    private static final Pattern LEFT_OUT = Pattern.compile(".*(pass|secret|cookie|obfuscation|_dir|_file|\\.log).*");

    private EffectiveNodeSettings() {}

    static Map<String, String> read(Path output) throws IOException {
        return parse(Files.readAllLines(output));
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
