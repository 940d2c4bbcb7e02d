package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.run.trial.TestTimeouts;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SideBySideTest {
    private static final List<Integer> THREE = List.of(1, 2, 3);

    /** Each task waits for the others, so one after the other would never end. */
    @Test
    void allAreWorkedOnAtOnceAndTheirResultsAreInOrder() throws Exception {
        CountDownLatch all = new CountDownLatch(THREE.size());
        List<Integer> results = SideBySide.map(THREE, one -> {
            all.countDown();
            assertThat(all.await(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isTrue();
            return 10 * one;
        });
        assertThat(results).containsExactly(10, 20, 30);
    }

    @Test
    void manyMoreThanGoOnAtOnceComeToAnEnd() throws Exception {
        List<Integer> many = IntStream.range(0, 1000).boxed().toList();
        assertThat(SideBySide.map(many, one -> one)).isEqualTo(many);
        assertThat(SideBySide.map(List.<Integer>of(), one -> one)).isEmpty();
    }

    @Test
    void theFirstThatFailsInterruptsTheOthersAndIsThrownAsItIs() {
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        assertThatThrownBy(() -> SideBySide.map(THREE, one -> {
                    if (one == 1) {
                        assertThat(begun.await(TestTimeouts.SECONDS, TimeUnit.SECONDS))
                                .isTrue();
                        throw new IOException("no answer");
                    }
                    if (one == 2) {
                        begun.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            interrupted.set(true);
                        }
                    }
                    return one;
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("no answer");
        assertThat(interrupted).isTrue();
    }

    @Test
    void anErrorOfThisProcessIsNoFailureOfAWorker() {
        Error error = new OutOfMemoryError("Java heap space");
        assertThatThrownBy(() -> SideBySide.map(THREE, one -> {
                    throw error;
                }))
                .isSameAs(error);
    }
}
