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
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Properties;

/** Opens connections to the cluster: each producer and each consumer has one, and so threads, of its own. */
record Connections(NatsSettings settings) {
    /** The message with which a server repeatedly refuses a pull of more than it allows. */
    private static final String TOO_MUCH = "Exceeded MaxRequest";

    static final JetStreamOptions JET_STREAM = JetStreamOptions.builder()
            .requestTimeout(NatsSettings.REQUEST_LIMIT)
            .build();

    /** Listens to a connection and its subscriptions; called on the client's threads. */
    interface Events {
        Events IGNORED = _ -> {};

        /** Reports that the connection, or one of its subscriptions, can't be used any more. */
        void ended(String reason);

        /** Reports that a server has given up a pull of this subscription. */
        default void pullOver(JetStreamSubscription subscription, Status status) {}
    }

    /**
     * Opens a connection.
     *
     * @param role such as {@code producer}, for the connection's name
     * @throws DriverException when no server accepts it
     */
    Connection open(String role, Events events) throws DriverException {
        Options options = options(ClientIds.next(role), new Notices(events));
        try {
            return Nats.connect(options);
        } catch (IOException | InterruptedException e) {
            throw NatsFailures.failed(
                    "connecting to NATS at " + Redactor.maskedUris(String.join(", ", settings.urls())), e);
        }
    }

    /** @throws DriverException when the client refuses its settings */
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

    /** Takes the client's notices, which it would otherwise write to the worker's log. */
    static final class Notices implements ErrorListener, ConnectionListener {
        private final Connections.Events listener;

        Notices(Connections.Events listener) {
            this.listener = listener;
        }

        @Override
        @SuppressWarnings("deprecation") // The newer method calls this one, which has to be there.
        public void connectionEvent(Connection connection, ConnectionListener.Events type) {
            if (type == ConnectionListener.Events.CLOSED) {
                String last = connection.getLastError();
                listener.ended("its connection was closed" + (last == null || last.isEmpty() ? "" : ": " + last));
            }
        }

        @Override
        public void pullStatusWarning(Connection connection, JetStreamSubscription subscription, Status status) {
            if (String.valueOf(status.getMessage()).startsWith(TOO_MUCH)) {
                listener.ended("the server refuses to deliver: " + status.getMessageWithCode());
            } else {
                listener.pullOver(subscription, status);
            }
        }

        @Override
        public void pullStatusError(Connection connection, JetStreamSubscription subscription, Status status) {
            listener.ended("the server refuses to deliver: " + status.getMessageWithCode());
        }
    }

    /** Identifies a user who signs with a seed and has no token. */
    private static final class UserKey implements AuthHandler {
        private static final int MAX_SEED_FILE_BYTES = 1 << 16;

        private final String seed;

        private UserKey(String seed) {
            this.seed = seed;
        }

        static UserKey read(Path file) throws DriverException {
            try (InputStream in = Files.newInputStream(file)) {
                String seed = new String(in.readNBytes(MAX_SEED_FILE_BYTES), StandardCharsets.UTF_8)
                        .lines()
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
