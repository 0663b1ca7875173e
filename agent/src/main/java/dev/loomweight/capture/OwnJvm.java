package dev.loomweight.capture;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.management.DynamicMBean;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import org.jspecify.annotations.Nullable;

/** The JVM that this code runs in, asked by its DiagnosticCommand MBean. */
public final class OwnJvm implements DiagnosticCommands {

    private static final String[] SIGNATURE = {String[].class.getName()};

    private static final String PACKAGE = "com.sun.management.internal";

    private final Bean bean;

    /** Calls an operation of the MBean. */
    private interface Bean {
        Object invoke(String operation, Object[] arguments) throws JMException;
    }

    private OwnJvm(Bean bean) {
        this.bean = bean;
    }

    /**
     * Makes it ready without the platform's MBean server. That would start the log manager, which an application may name in
     * its main method; the instrumentation opens the door to the MBean itself. Where a JDK has it otherwise, the server is the
     * second choice.
     *
     * @return null where there is only the server, which an application that has just begun must not get
     */
    public static @Nullable OwnJvm early(Instrumentation instrumentation) {
        try {
            // Loads the native code of the other.
            Class<?> unused = Class.forName(PACKAGE + ".PlatformMBeanProviderImpl");
            Class<?> implementation = Class.forName(PACKAGE + ".DiagnosticCommandImpl");
            JdkDoor.open(instrumentation, implementation, PACKAGE);
            Method get = implementation.getDeclaredMethod("getDiagnosticCommandMBean");
            get.setAccessible(true);
            DynamicMBean found = (DynamicMBean) get.invoke(null);
            // Looks for the commands.
            found.getMBeanInfo();
            return new OwnJvm((operation, arguments) -> found.invoke(operation, arguments, SIGNATURE));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null;
        }
    }

    /**
     * Makes it ready. The first use starts the platform's MBean server, and that the log manager: an application that names
     * its own log manager in its main method must have come that far.
     *
     * @throws DataException if this JVM has no such MBean
     */
    public static OwnJvm open() {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName name = new ObjectName("com.sun.management:type=DiagnosticCommand");
            server.getMBeanInfo(name);
            return new OwnJvm((operation, arguments) -> server.invoke(name, operation, arguments, SIGNATURE));
        } catch (JMException e) {
            throw new DataException(
                    "this JVM cannot be asked for its own figures (" + e + "); it lacks the module jdk.management", e);
        }
    }

    @Override
    public String run(String line) {
        List<String> words = Arrays.asList(line.split(" ", -1));
        try {
            Object[] arguments = {words.subList(1, words.size()).toArray(String[]::new)};
            return String.valueOf(bean.invoke(operation(words.get(0)), arguments));
        } catch (InstanceNotFoundException | ReflectionException e) {
            throw new DataException("this JDK has no " + words.get(0), e);
        } catch (JMException e) {
            throw new DataException("\"" + line + "\" failed: " + e.getMessage(), e);
        }
    }

    @Override
    public void run(String line, Path file) {
        String answer = run(line);
        try {
            Files.writeString(file, answer);
        } catch (IOException e) {
            throw CaptureFolder.cannotWrite(file, e);
        }
    }

    @Override
    public long pid() {
        return ProcessHandle.current().pid();
    }

    /**
     * The MBean's operation for a command, as {@code com.sun.management.DiagnosticCommandMBean} defines it: the first
     * word in lower case, and each further one with a capital: {@code GC.class_histogram} is {@code gcClassHistogram}.
     */
    static String operation(String command) {
        int dot = command.indexOf('.');
        StringBuilder name = new StringBuilder(command.substring(0, dot).toLowerCase(Locale.ROOT));
        for (String word : command.substring(dot + 1).split("[._]", -1)) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return name.toString();
    }
}
