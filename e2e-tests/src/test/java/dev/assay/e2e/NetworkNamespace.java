package dev.assay.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Creates a host of its own as far as the network is concerned: a namespace with one end of a pair of interfaces, whose
 * other end stays here.
 *
 * @param name of the namespace
 * @param address of that host, reachable from here
 */
record NetworkNamespace(String name, String address) {
    /** Returns why none can be created here; empty where it can. */
    static String obstacle() throws IOException, InterruptedException {
        if (!System.getProperty("user.name", "").equals("root")) {
            return "only root may make one";
        }
        for (String tool : new String[] {"ip", "openssl"}) {
            if (run("command -v " + tool).code != 0) {
                return tool + " is not installed";
            }
        }
        String probe = "assay-probe-" + ProcessHandle.current().pid();
        Outcome made = run("ip netns add " + probe + " && ip netns del " + probe);
        return made.code == 0 ? "" : made.said.strip();
    }

    /**
     * Creates a namespace; its addresses are derived from this process and the number, so that concurrent test runs don't collide.
     *
     * @param number from 0 to 63
     */
    static NetworkNamespace create(int number) throws IOException, InterruptedException {
        long pid = ProcessHandle.current().pid();
        String name = "assay-" + pid + "-" + number;
        String net = "10.213." + pid % 250 + ".";
        String near = net + (4 * number + 1);
        NetworkNamespace made = new NetworkNamespace(name, net + (4 * number + 2));
        try {
            sh("ip netns add " + name);
            sh("ip link add " + made.link() + " type veth peer name far netns " + name);
            sh("ip addr add " + near + "/30 dev " + made.link() + " && ip link set " + made.link() + " up");
            sh("ip -n " + name + " addr add " + made.address + "/30 dev far && ip -n " + name
                    + " link set far up && ip -n " + name + " link set lo up");
            return made;
        } catch (IOException e) {
            made.remove();
            throw e;
        }
    }

    private String link() {
        return name.replace("assay-", "as");
    }

    void remove() throws IOException, InterruptedException {
        run("ip link del " + link());
        sh("ip netns del " + name);
    }

    private record Outcome(int code, String said) {}

    /** Runs a shell command that must succeed. */
    static void sh(String command) throws IOException, InterruptedException {
        Outcome outcome = run(command);
        if (outcome.code != 0) {
            throw new IOException(command + ": " + outcome.said);
        }
    }

    private static Outcome run(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("/bin/sh", "-c", command)
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(command + " does not end");
        }
        return new Outcome(process.exitValue(), said);
    }
}
