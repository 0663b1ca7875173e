package dev.loomweight.launch;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.AttachOperationFailedException;
import com.sun.tools.attach.VirtualMachine;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.DiagnosticCommands;
import dev.loomweight.capture.Unanswered;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A running JVM that takes diagnostic commands, as jcmd does, without starting jcmd for each and without loading an
 * agent into the target.
 *
 * <p>No call waits for ever, whatever becomes of the target: see {@link AnswerTimeout}. The attach client of the JDK cannot be
 * interrupted, so each question runs on a separate thread; one that is not answered is left to that thread. While it
 * is, and the target is stopped, further questions fail at once.
 *
 * <p>The attach client of the JDK has the commands only in a package that it does not export, so whoever runs this
 * starts Java with {@code --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED}; the command's jar says so in its
 * manifest.
 *
 * <p>Used by one thread.
 */
public final class Attached implements DiagnosticCommands, Closeable {

    /** Far above every answer; the target decides how much it says. */
    private static final long MAX_BYTES = 512L << 20;

    /** The largest file that is taken from a target of another user: a dump of a million threads with their stacks. */
    private static final long MAX_WRITTEN_BYTES = 2L << 30;

    // The JDK's message repeats the command line, which can be pages long.
    private static final Pattern OF_PROCESS = Pattern.compile("^pid: \\d+ cmd: '.*' (?=state )");
    private static final String ATTACHING = "the request to attach";

    private final VirtualMachine machine;
    private final Method command;
    private final long pid;
    private final ExecutorService asking = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("loomweight-asking").factory());
    private @Nullable FutureTask<byte[]> stuck;
    private Consumer<String> waiting;

    private Attached(VirtualMachine machine, long pid, Consumer<String> waiting) throws NoSuchMethodException {
        this.machine = machine;
        this.pid = pid;
        this.waiting = waiting;
        this.command = machine.getClass().getMethod("executeJCmd", String.class);
    }

    /**
     * Attaches to a JVM of the same user on this machine.
     *
     * @param pid its process
     * @throws Unanswered if it is stopped, or does not answer in time
     * @throws DataException if there is no such process, if it belongs to another user, if it is no JVM that can be
     *     attached to, or if this Java runtime has no attach module
     */
    public static Attached attach(long pid) {
        return attach(pid, what -> {});
    }

    /**
     * The same, for a user who waits.
     *
     * @param waiting gets a line on what is waited for, of the first wait that takes long; see {@link AnswerTimeout#ask}
     */
    public static Attached attach(long pid, Consumer<String> waiting) {
        Consumer<String> first = once(waiting);
        ProcessOwner.requireOwn(pid);
        AttachFile file = AttachFile.create(pid);
        try {
            awaitRunning(pid, first);
            return new Attached(AnswerTimeout.ask(pid, ATTACHING, () -> 0, first, () -> connect(pid)), pid, first);
        } catch (AttachNotSupportedException | IOException e) {
            throw new DataException(unattachable(pid, oneLine(e)), e);
        } catch (NoSuchMethodException | NoClassDefFoundError e) {
            throw new DataException(
                    "this Java runtime cannot attach to other JVMs; run loomweight on a JDK with the module jdk.attach",
                    e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new DataException("cannot attach to process " + pid + ": " + e, e);
        } finally {
            file.close();
        }
    }

    private static String unattachable(long pid, String why) {
        if (RunningJvm.find(pid).isEmpty()) {
            return "process " + pid + " is not a JVM that can be attached to ("
                    + OF_PROCESS.matcher(why).replaceFirst("its ") + "); " + RunningJvm.LISTED;
        }
        return "the JVM in process " + pid + " takes no commands ("
                + why
                + "); "
                + (new ProcFiles(pid).isDebugged()
                        ? "it was started for a debugger (jdwp), which may have suspended its threads: let them run there"
                        : "it was started with -XX:+DisableAttachMechanism, or none of its threads comes to answer");
    }

    private static Consumer<String> once(Consumer<String> waiting) {
        AtomicBoolean said = new AtomicBoolean();
        return what -> {
            if (!said.getAndSet(true)) {
                waiting.accept(what);
            }
        };
    }

    /** From now on no wait is said: the screen is taken for something else. */
    public void waitSilently() {
        waiting = what -> {};
    }

    private static VirtualMachine connect(long pid) throws AttachNotSupportedException, IOException {
        try {
            return VirtualMachine.attach(Long.toString(pid));
        } catch (AttachNotSupportedException | IOException e) {
            if (AttachFile.removeStaleSocket(pid)) {
                return VirtualMachine.attach(Long.toString(pid));
            }
            throw e;
        }
    }

    /**
     * A stopped process is not asked: it would get the signal that starts its attach listener when it is continued, and
     * with no file to tell it why it would print its threads.
     */
    private static void awaitRunning(long pid, Consumer<String> waiting) throws Exception {
        if (ProcessState.read(pid).isStopped()) {
            AnswerTimeout.ask(pid, ATTACHING, () -> 0, waiting, () -> {
                while (ProcessState.read(pid).isStopped()) {
                    Thread.sleep(20);
                }
                return pid;
            });
        }
    }

    @Override
    public String run(String line) {
        return new String(ask(line), StandardCharsets.UTF_8);
    }

    @Override
    public void run(String line, Path file) {
        // Not into the file at once: an answer that comes after it was given up must not be written anywhere.
        byte[] answer = ask(line);
        try {
            Files.write(file, answer);
        } catch (IOException e) {
            throw CaptureFolder.cannotWrite(file, e);
        }
    }

    @Override
    public String runLast(String line) {
        // On a separate thread and connection: the question before may never be answered. The kernel keeps what was
        // written to a connection until the JVM reads it, also after this end was closed.
        AtomicLong received = new AtomicLong();
        FutureTask<byte[]> question = new FutureTask<>(() -> read(line, received));
        Thread.ofPlatform().daemon().name("loomweight-asking-last").start(question);
        return new String(await(line, received, true, question), StandardCharsets.UTF_8);
    }

    /**
     * Loads an agent into the target. JDK 21 and later print a warning of several lines on the target's standard error.
     *
     * @param jar the agent's jar, which the target must be able to read under that path
     * @param options passed on to it
     * @throws Unanswered if it does not answer in time; the agent may be loaded later nevertheless
     * @throws DataException if the target refuses
     */
    public void loadAgent(Path jar, String options) {
        FutureTask<byte[]> question = new FutureTask<>(() -> {
            try {
                machine.loadAgent(jar.toAbsolutePath().toString(), options);
                return new byte[0];
            } catch (AgentLoadException | AgentInitializationException e) {
                throw new DataException("process " + pid + " could not load " + jar + ": " + oneLine(e), e);
            }
        });
        asking.execute(question);
        await("loading the agent", new AtomicLong(), false, question);
    }

    /** A target that cannot write a capture, since it runs as another user or in a container, writes to its own files. */
    @Override
    public String runWriting(String line, Path file) throws IOException {
        if (!new ProcFiles(pid).isForeign()) {
            return DiagnosticCommands.super.runWriting(line, file);
        }
        String name = String.valueOf(file.getFileName());
        try (ExchangeFolder exchange = ExchangeFolder.create(pid)) {
            // The file exists already, made by this program: the target may not make one there.
            String answer = run(line + " -overwrite \"" + exchange.expect(name) + "\"");
            exchange.fetch(name, file, MAX_WRITTEN_BYTES);
            return answer;
        }
    }

    /** The process at the other end. */
    @Override
    public long pid() {
        return pid;
    }

    private byte[] ask(String line) {
        FutureTask<byte[]> before = stuck;
        if (before != null && !before.isDone()) {
            ProcessState state = ProcessState.read(pid);
            if (state.isStopped()) {
                throw AnswerTimeout.unanswered(pid, quoted(line), Duration.ZERO, state.words());
            }
        }
        AtomicLong received = new AtomicLong();
        FutureTask<byte[]> question = new FutureTask<>(() -> read(line, received));
        asking.execute(question);
        return await(line, received, false, question);
    }

    private byte[] await(String line, AtomicLong received, boolean hurried, FutureTask<byte[]> question) {
        try {
            return AnswerTimeout.await(pid, quoted(line), received::get, waiting, hurried, question);
        } catch (Unanswered e) {
            stuck = question;
            throw e;
        } catch (IOException e) {
            throw lost(line, e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new DataException("\"" + line + "\" failed in process " + pid + ": " + e, e);
        }
    }

    private byte[] read(String line, AtomicLong received) throws IOException {
        try (InputStream in = open(line)) {
            return read(in, MAX_BYTES, received);
        }
    }

    /**
     * Reads an answer, whose other end is not trusted to stop.
     *
     * @param received how much of it is there, in bytes
     * @throws IOException if it is longer than it may be
     */
    static byte[] read(InputStream in, long mostBytes, AtomicLong received) throws IOException {
        // Not readAllBytes: the attach client's stream writes past the end of a buffer that is nearly full.
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 13];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            text.write(buffer, 0, read);
            if (received.addAndGet(read) > mostBytes) {
                throw new IOException("the answer has more than " + mostBytes + " bytes");
            }
        }
        return text.toByteArray();
    }

    private InputStream open(String line) throws IOException {
        try {
            return (InputStream) command.invoke(machine, line);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof AttachOperationFailedException refused) {
                throw new DataException("process " + pid + " refused \"" + line + "\": " + oneLine(refused), refused);
            }
            if (e.getCause() instanceof IOException broken) {
                throw broken;
            }
            throw new DataException("\"" + line + "\" failed in process " + pid + ": " + e.getCause(), e);
        } catch (IllegalAccessException e) {
            throw new DataException(
                    "the attach client is closed to loomweight;"
                            + " start Java with --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED",
                    e);
        }
    }

    private DataException lost(String line, IOException e) {
        String why = ProcessState.read(pid).hasEnded() ? "the process is gone" : oneLine(e);
        return new DataException("\"" + line + "\" failed in process " + pid + ": " + why, e);
    }

    private static String quoted(String line) {
        return "\"" + line + "\"";
    }

    private static String oneLine(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return message.lines().findFirst().orElse(message).strip();
    }

    /** Lets the target alone. A question that was not answered is left to its thread, which ends with this program. */
    @Override
    public void close() {
        asking.shutdown();
        try {
            machine.detach();
        } catch (IOException e) {
            // The target is gone, and with it the connection that was to be closed.
        }
    }
}
