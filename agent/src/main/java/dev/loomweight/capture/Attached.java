package dev.loomweight.capture;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.AttachOperationFailedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A running JVM that takes diagnostic commands, as jcmd does, without starting jcmd for each and without loading an
 * agent into the target.
 *
 * <p>The attach client of the JDK has the commands only in a package that it does not export, so whoever runs this
 * starts Java with {@code --add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED}; the command's jar says so in its
 * manifest.
 */
public final class Attached implements Commands, Closeable {

    private final VirtualMachine machine;
    private final Method command;
    private final long pid;

    private Attached(VirtualMachine machine, long pid) throws NoSuchMethodException {
        this.machine = machine;
        this.pid = pid;
        this.command = machine.getClass().getMethod("executeJCmd", String.class);
    }

    /**
     * Attaches to a JVM of the same user on this machine.
     *
     * @param pid its process
     * @throws DataException if there is no such process, if it belongs to another user, if it is no JVM that can be
     *     attached to, or if this Java runtime has no attach module
     */
    public static Attached to(long pid) {
        ProcessOwner.requireOwn(pid);
        try {
            return new Attached(VirtualMachine.attach(Long.toString(pid)), pid);
        } catch (AttachNotSupportedException | IOException e) {
            // A connection is refused too where a JVM of that number was killed before, and left its socket.
            throw new DataException(
                    "process " + pid + " is no JVM that can be attached to (" + oneLine(e)
                            + "); jcmd without arguments lists those that are",
                    e);
        } catch (NoSuchMethodException | NoClassDefFoundError e) {
            throw new DataException(
                    "this Java runtime cannot attach to other JVMs; run loomweight on a JDK with the module jdk.attach",
                    e);
        }
    }

    @Override
    public String run(String line) {
        try (InputStream in = open(line)) {
            // Not readAllBytes: the attach client's stream writes past the end of a buffer that is nearly full.
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            in.transferTo(text);
            return text.toString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw lost(line, e);
        }
    }

    @Override
    public void run(String line, Path file) {
        try (InputStream in = open(line);
                OutputStream out = Files.newOutputStream(file)) {
            in.transferTo(out);
        } catch (IOException e) {
            throw lost(line, e);
        }
    }

    /** The process at the other end. */
    @Override
    public long pid() {
        return pid;
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
        String why = ProcessHandle.of(pid).isPresent() ? oneLine(e) : "the process is gone";
        return new DataException("\"" + line + "\" failed in process " + pid + ": " + why, e);
    }

    private static String oneLine(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return message.lines().findFirst().orElse(message).strip();
    }

    @Override
    public void close() {
        try {
            machine.detach();
        } catch (IOException e) {
            // The target is gone, and with it the connection that was to be closed.
        }
    }
}
