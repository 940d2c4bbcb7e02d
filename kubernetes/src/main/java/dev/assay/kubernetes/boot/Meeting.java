package dev.assay.kubernetes.boot;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Answers the workers' pods at the first pod: gives them jars, and holds a connection to each for as long as the run lasts. A caller
 * proves that it knows the run's token without sending it, and each worker's index has one pod.
 *
 * <p>The first pod sends {@value #NONCE} random bytes; the caller sends the length of its request in one byte, the request (index, UID of
 * the pod, what it wants, with spaces between), and the HMAC-SHA256 of random bytes and request. The answer begins with a size in 8 bytes.
 *
 * <p>Like {@link Boot} it lies in a ConfigMap, has no nested classes, and needs {@code java.base} only.
 */
final class Meeting {
    /** Asks for a connection that stays open until the run is over. */
    static final String STAY = "stay";

    /** Answers in place of a size that another pod has the caller's index, or that there is no such index. */
    static final long REFUSED = -1;

    /** Answers in place of a size that the run is over. */
    static final long OVER = -2;

    private static final int NONCE = 16;
    private static final int PROOF = 32;
    private static final String ALGORITHM = "HmacSHA256";

    /** Beyond two connections of each worker, how many there may be at a time; more are closed. */
    private static final int MORE_CONNECTIONS = 64;

    /** How many failed connections are reported: anybody who reaches the port can make them. */
    private static final int MAX_COMPLAINTS = 20;

    /** The limit of passing one jar on. */
    private static final Duration TRANSFER_LIMIT = Duration.ofMinutes(5);

    private final byte[] token;
    private final int workers;
    private final Path jars;
    private final Duration requestLimit;
    private final ServerSocket server;
    private final Semaphore connections;
    private final CountDownLatch absent;
    private final ConcurrentMap<Integer, String> pods = new ConcurrentHashMap<>();
    private final Set<Socket> staying = ConcurrentHashMap.newKeySet();
    private final AtomicInteger complaints = new AtomicInteger();
    private final SecureRandom random = new SecureRandom();
    private final ScheduledThreadPoolExecutor limits =
            new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().factory());
    private volatile boolean over;

    /**
     * @param workers whose indexes are 0 and above
     * @param jars the folder of jars, by their SHA-256
     * @param requestLimit for a caller to have sent its request
     */
    Meeting(byte[] token, int workers, Path jars, Duration requestLimit, ServerSocket server) {
        this.token = token.clone();
        this.workers = workers;
        this.jars = jars;
        this.requestLimit = requestLimit;
        this.server = server;
        this.connections = new Semaphore(MORE_CONNECTIONS + 2 * workers);
        this.absent = new CountDownLatch(workers);
        limits.setRemoveOnCancelPolicy(true);
        Thread.ofPlatform().daemon().start(this::serve);
    }

    /** Returns how many workers have not come within the limit. */
    long awaitWorkers(Duration limit) throws InterruptedException {
        return absent.await(limit.toSeconds(), TimeUnit.SECONDS) ? 0 : absent.getCount();
    }

    /** Lets all workers end, also those that come later. */
    void end() {
        over = true;
        staying.forEach(Meeting::close);
    }

    private void serve() {
        while (true) {
            try {
                Socket socket = server.accept();
                if (connections.tryAcquire()) {
                    Thread.ofPlatform().daemon().start(() -> answer(socket));
                } else {
                    close(socket);
                }
            } catch (IOException e) {
                System.out.println("jars can't be passed on: " + e);
                return;
            }
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            ScheduledFuture<?> limit = limit(socket, requestLimit);
            String[] request = request(socket).split(" ", -1);
            limit.cancel(false);
            if (request.length == 3) {
                answer(socket, Integer.parseInt(request[0]), request[1], request[2]);
            }
        } catch (IOException | NumberFormatException e) {
            if (!over && complaints.incrementAndGet() <= MAX_COMPLAINTS) {
                System.out.println(socket.getRemoteSocketAddress() + ": " + e);
            }
        } finally {
            connections.release();
        }
    }

    private String request(Socket socket) throws IOException {
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        socket.getOutputStream().write(nonce);
        InputStream in = socket.getInputStream();
        byte[] request = in.readNBytes(Math.max(0, in.read()));
        if (!MessageDigest.isEqual(in.readNBytes(PROOF), proof(token, nonce, request))) {
            throw new IOException("refused, as it does not know the run's token");
        }
        return new String(request, StandardCharsets.UTF_8);
    }

    private void answer(Socket socket, int index, String pod, String wanted) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        if (over) {
            out.writeLong(OVER);
        } else if (wanted.matches("[0-9a-f]{64}")) {
            ScheduledFuture<?> limit = limit(socket, TRANSFER_LIMIT);
            Path jar = jars.resolve(wanted);
            out.writeLong(Files.size(jar));
            Files.copy(jar, out);
            limit.cancel(false);
        } else if (wanted.equals(STAY)) {
            stay(socket, index, pod, out);
        }
    }

    private void stay(Socket socket, int index, String pod, DataOutputStream out) throws IOException {
        if (index < 0 || index >= workers) {
            out.writeLong(REFUSED);
            return;
        }
        String holder = pods.putIfAbsent(index, pod);
        if (holder != null && !holder.equals(pod)) {
            System.out.println("refused the pod " + pod + ", as worker " + index + " is the pod " + holder);
            out.writeLong(REFUSED);
            return;
        }
        if (holder == null) {
            absent.countDown(); // Whatever becomes of this connection: the pod's next one finds itself as the holder.
        }
        staying.add(socket);
        try {
            if (over) {
                return; // It ended while this connection was added.
            }
            out.writeLong(0);
            socket.getInputStream().read(); // Nothing ever comes: it ends when one of both sides is gone.
        } finally {
            staying.remove(socket);
        }
    }

    private ScheduledFuture<?> limit(Socket socket, Duration limit) {
        return limits.schedule(() -> close(socket), limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It is gone already.
        }
    }

    /**
     * Sends a request to the first pod.
     *
     * @return the connection, from which the answer can be read
     * @param limit for connecting, and for each part of the answer
     */
    static Socket ask(InetSocketAddress first, byte[] token, String request, Duration limit) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(first, (int) limit.toMillis());
            socket.setSoTimeout((int) limit.toMillis());
            byte[] text = request.getBytes(StandardCharsets.UTF_8);
            byte[] nonce = socket.getInputStream().readNBytes(NONCE);
            OutputStream out = socket.getOutputStream();
            out.write(text.length);
            out.write(text);
            out.write(proof(token, nonce, text));
            return socket;
        } catch (IOException e) {
            close(socket);
            throw e;
        }
    }

    static byte[] proof(byte[] token, byte[] nonce, byte[] request) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(token, ALGORITHM));
            mac.update(nonce);
            return mac.doFinal(request);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
