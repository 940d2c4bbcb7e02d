package dev.assay.systems.nats.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverException;
import dev.assay.driver.TopicSpec;
import dev.assay.model.spec.VendorSettings;
import io.nats.client.JetStreamManagement;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class NatsTopicsTest {
    private static final String LATE = "Timeout or no response waiting for NATS JetStream server";

    private final Deque<Object> listings = new ArrayDeque<>();
    private final JetStreamManagement management = (JetStreamManagement) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {JetStreamManagement.class}, (_, method, _) -> {
                if (method.getName().equals("deleteStream")) {
                    return true;
                }
                if (listings.remove() instanceof List<?> streams) {
                    return streams;
                }
                throw new IOException(LATE);
            });

    private NatsTopics topics() throws DriverException {
        return new NatsTopics(
                management, NatsSettings.resolve(TestConfigs.at("nats://127.0.0.1:9", VendorSettings.NONE)));
    }

    @Test
    void aListThatComesTooLateIsAskedForAgainAfterADeletion() throws DriverException {
        listings.addAll(List.of(LATE, List.of("a-0"), LATE, List.of()));

        topics().delete(List.of(new TopicSpec("a", 1, List.of())));

        assertThat(listings).isEmpty();
    }

    @Test
    void aListThatComesTooLateBeforeACreationFailsIt() {
        listings.add(LATE);

        assertThatThrownBy(() -> topics().existing(List.of(new TopicSpec("a", 1, List.of()))))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith("looking for streams failed: ");
    }
}
