package dev.assay.systems.rabbitmq.driver;

import com.rabbitmq.stream.Environment;
import com.rabbitmq.stream.EnvironmentBuilder;
import dev.assay.driver.DriverException;
import dev.assay.driver.client.ClientIds;
import dev.assay.model.setting.SettingGroup;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Holds the environment of one producer or consumer of streams, with one I/O thread. */
final class DedicatedEnvironment implements AutoCloseable {
    private static final long CLOSE_MILLIS = 2_000;

    private final EventLoopGroup threads;
    private final Environment environment;
    private final FrameCounts counts = new FrameCounts();

    /**
     * Connects to the first of the addresses that answers.
     *
     * @param uris of the nodes, for streams
     * @throws DriverException when none answers, or a setting is not acceptable
     */
    @SuppressWarnings("deprecation") // What stands in for it is not in Netty 4.1, which earlier clients use.
    DedicatedEnvironment(String role, List<String> uris, RabbitMqSettings settings) throws DriverException {
        threads = new NioEventLoopGroup(1);
        try {
            EnvironmentBuilder builder = Environment.builder().uris(uris).id(ClientIds.next(role));
            BuilderOptions.apply(EnvironmentBuilder.class, builder, SettingGroup.CLIENT, settings.client());
            if (uris.stream().anyMatch(uri -> uri.startsWith("rabbitmq-stream+tls:"))) {
                secure(builder.tls(), TlsSettings.of(settings.client()));
            }
            builder.metricsCollector(counts);
            environment =
                    builder.netty().eventLoopGroup(threads).environmentBuilder().build();
        } catch (RuntimeException | DriverException e) {
            endThreads();
            throw RabbitMqFailures.failed("reaching RabbitMQ's streams at " + FactorySettings.withoutUsers(uris), e);
        }
    }

    /** Wraps an existing environment, with a thread that it does not use. */
    @SuppressWarnings("deprecation")
    DedicatedEnvironment(Environment environment) {
        this.environment = environment;
        this.threads = new NioEventLoopGroup(1);
    }

    private static void secure(EnvironmentBuilder.TlsConfiguration configuration, TlsSettings tls)
            throws DriverException {
        if (tls.trustsEverybody()) {
            configuration.trustEverything();
        } else {
            configuration.sslContext(tls.streamContext());
        }
    }

    Environment get() {
        return environment;
    }

    FrameCounts counts() {
        return counts;
    }

    @Override
    public void close() {
        try {
            environment.close();
        } finally {
            endThreads();
        }
    }

    private void endThreads() {
        threads.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(CLOSE_MILLIS);
    }
}
