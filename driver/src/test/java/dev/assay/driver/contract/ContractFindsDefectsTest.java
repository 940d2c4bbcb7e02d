package dev.assay.driver.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.DriverException;
import dev.assay.driver.DriverProvider;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that each defect is found by the test that is meant to, since a contract that no driver can fail would verify nothing. */
@Tag("slow")
class ContractFindsDefectsTest {
    /** Runs the contract by hand over the small driver with a defect. */
    private static final class Broken extends SmallDriverContractTest {
        private static final Duration HOPELESS = Duration.ofSeconds(2);

        private final ContractDefect defect;
        private final CountDownLatch letGo = new CountDownLatch(1);

        Broken(ContractDefect defect) {
            this.defect = defect;
        }

        @Override
        public ContractTimeouts timeouts() {
            return new ContractTimeouts(super.timeouts().limit(), HOPELESS);
        }

        /** A driver that hangs on closing does so until the test is over. */
        @Override
        public Duration closingLimit() {
            return defect == ContractDefect.HANGS_ON_CLOSING ? HOPELESS : super.closingLimit();
        }

        /** The watch ends as soon as the defect shows. */
        @Override
        public Duration watching(Duration usual) {
            return defect == ContractDefect.IGNORES_PAUSE ? timeouts().limit() : usual;
        }

        @Override
        public DriverProvider driverProvider() {
            DriverProvider inner = super.driverProvider();
            return new DriverProvider() {
                @Override
                public String system() {
                    return inner.system();
                }

                @Override
                public String client() {
                    return inner.client();
                }

                @Override
                public Driver open(DriverConfig config) throws DriverException {
                    return new BrokenDriver(inner.open(config), defect, letGo);
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void theContractFails(ContractDefect defect) throws Exception {
        Broken contract = new Broken(defect);
        contract.openSession();
        try {
            assertThatThrownBy(() -> defect.test().run(contract))
                    .as("the contract over a driver that %s", defect)
                    .isNotInstanceOf(NullPointerException.class)
                    .hasStackTraceContaining(defect.complaint());
        } finally {
            contract.letGo.countDown();
            contract.closeSession();
        }
    }
}
