package dev.assay.driver.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.DriverException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OpenClientsTest {
    private final OpenClients open = new OpenClients();
    private final AtomicInteger closed = new AtomicInteger();

    @Test
    void whatIsOpenIsClosedOnce() throws DriverException {
        open.add(closed::incrementAndGet);
        open.add(closed::incrementAndGet);
        assertThat(open.isEmpty()).isFalse();

        open.close();
        open.close();

        assertThat(closed).hasValue(2);
        assertThat(open.isEmpty()).isTrue();
    }

    @Test
    void whatWasBeingOpenedMeanwhileIsClosedAtOnce() throws DriverException {
        open.check();
        open.close();

        assertThatThrownBy(() -> open.add(closed::incrementAndGet)).isInstanceOf(DriverException.class);
        assertThatThrownBy(open::check).hasMessageContaining("nothing is opened any more");
        assertThat(closed).hasValue(1);
        assertThat(open.isEmpty()).isTrue();
    }
}
