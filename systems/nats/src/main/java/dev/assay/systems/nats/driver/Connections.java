package dev.assay.systems.nats.driver;

import dev.assay.driver.DriverException;
import dev.assay.driver.Setting;
import dev.assay.driver.client.ClientIds;
import dev.assay.model.spec.Redactor;
import io.nats.client.AuthHandler;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamOptions;
import io.nats.client.JetStreamSubscription;
import io.nats.client.NKey;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.support.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Properties;

/** Opens connections to the cluster: each producer and each consumer has one, and so threads, of its own. */
record Connections(NatsSettings settings) {
    /** How the client asks JetStream. */
    static final JetStreamOptions JET_STREAM = JetStreamOptions.builder()
            .requestTimeout(NatsSettings.REQUEST_LIMIT)
            .build();

    /** Is told of what ends a connection or a subscription while it is in use; called on the client's threads. */
    @FunctionalInterface
    interface Ending {
        void ended(String reason);
    }

    /**
     * Opens a connection.
     *
     * @param role such as {@code producer}, for its name
     * @throws DriverException when no server takes it
     */
    Connection open(String role, Ending ending) throws DriverException {
        Options options = options(ClientIds.next(role), new Notices(ending));
        try {
            return Nats.connect(options);
        } catch (IOException | InterruptedException e) {
            throw NatsFailures.failed(
                    "connecting to NATS at " + Redactor.maskedUris(String.join(", ", settings.urls())), e);
        }
    }

    /** @throws DriverException when the client does not take its settings */
    Options options(String name, Notices notices) throws DriverException {
        Properties properties = new Properties();
        properties.putAll(Setting.values(settings.client()));
        try {
            Options.Builder builder = Options.builder()
                    .properties(properties)
                    .servers(settings.urls().toArray(String[]::new))
                    .connectionName(name)
                    .errorListener(notices)
                    .connectionListener(notices);
            if (!settings.nkeyFile().isEmpty()) {
                builder.authHandler(UserKey.read(Path.of(settings.nkeyFile())));
            }
            return builder.build();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw NatsFailures.failed("opening a connection to NATS with settings.nats.client", e);
        }
    }

    /** What the client tells. By default it would write to the log of the worker. */
    static final class Notices implements ErrorListener, ConnectionListener {
        private final Ending ending;

        Notices(Ending ending) {
            this.ending = ending;
        }

        @Override
        @SuppressWarnings("deprecation") // The newer method calls this one, which has to be there.
        public void connectionEvent(Connection connection, ConnectionListener.Events type) {
            if (type == ConnectionListener.Events.CLOSED) {
                String last = connection.getLastError();
                ending.ended("its connection was closed" + (last == null || last.isEmpty() ? "" : ": " + last));
            }
        }

        @Override
        public void pullStatusError(Connection connection, JetStreamSubscription subscription, Status status) {
            ending.ended("the server refuses to deliver: " + status.getMessageWithCode());
        }
    }

    /** A user who signs with a seed and has no token. */
    private static final class UserKey implements AuthHandler {
        private final String seed;

        private UserKey(String seed) {
            this.seed = seed;
        }

        static UserKey read(Path file) throws DriverException {
            try {
                String seed = Files.readAllLines(file).stream()
                        .map(String::strip)
                        .filter(line -> line.startsWith("SU"))
                        .findFirst()
                        .orElseThrow(() -> new DriverException("the file " + file
                                + " of systems.nats.nkey.file has no line with the seed of a user (SU...)"));
                UserKey key = new UserKey(seed);
                if (key.getID().length == 0) {
                    throw new DriverException("the seed in " + file + " is none");
                }
                return key;
            } catch (IOException e) {
                throw new DriverException("cannot read the file of systems.nats.nkey.file: " + e, e);
            } catch (IllegalArgumentException | IllegalStateException e) {
                throw new DriverException("the seed in " + file + " of systems.nats.nkey.file is not valid", e);
            }
        }

        @Override
        public byte[] sign(byte[] nonce) {
            try {
                return NKey.fromSeed(seed.toCharArray()).sign(nonce);
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalStateException("the nkey cannot sign", e);
            }
        }

        @Override
        public char[] getID() {
            try {
                return NKey.fromSeed(seed.toCharArray()).getPublicKey();
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalStateException("the nkey has no public key", e);
            }
        }

        @Override
        public char[] getJWT() {
            return new char[0];
        }
    }
}
