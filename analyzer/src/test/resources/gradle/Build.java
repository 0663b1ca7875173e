import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.gradle.api.internal.StartParameterInternal;
import org.gradle.api.logging.LogLevel;
import org.gradle.api.logging.configuration.ConsoleOutput;
import org.gradle.api.logging.configuration.WarningMode;
import org.gradle.initialization.DefaultBuildCancellationToken;
import org.gradle.initialization.DefaultBuildRequestContext;
import org.gradle.initialization.DefaultBuildRequestMetaData;
import org.gradle.initialization.NoOpBuildEventConsumer;
import org.gradle.internal.buildprocess.BuildProcessState;
import org.gradle.internal.classpath.ClassPath;
import org.gradle.internal.instrumentation.agent.AgentStatus;
import org.gradle.internal.logging.LoggingManagerInternal;
import org.gradle.internal.logging.services.LoggingServiceRegistry;
import org.gradle.internal.nativeintegration.services.NativeServices;
import org.gradle.internal.service.ServiceRegistry;
import org.gradle.launcher.exec.BuildActionResult;
import org.gradle.launcher.exec.BuildExecutor;
import org.gradle.launcher.exec.DefaultBuildActionParameters;
import org.gradle.tooling.internal.provider.action.ExecuteBuildAction;

/** Runs a build in this JVM, offline, to its end: the folder of Gradle's user, the project, the init script, tasks. */
public class Build {
    public static void main(String[] args) {
        File user = new File(args[0]);
        File project = new File(args[1]);
        StartParameterInternal start = new StartParameterInternal();
        start.setGradleUserHomeDir(user);
        start.setCurrentDir(project);
        start.setOffline(true);
        start.setContinueOnFailure(true);
        start.setConsoleOutput(ConsoleOutput.Plain);
        start.setWarningMode(WarningMode.All);
        start.addInitScript(new File(args[2]));
        List<String> tasks = new ArrayList<>(List.of(args).subList(3, args.length));
        start.setTaskNames(tasks);
        NativeServices.initializeOnDaemon(user, NativeServices.NativeServicesMode.ENABLED);
        ServiceRegistry logging = LoggingServiceRegistry.newCommandLineProcessLogging();
        LoggingManagerInternal manager = logging.getFactory(LoggingManagerInternal.class).create();
        manager.captureSystemSources();
        manager.attachSystemOutAndErr();
        manager.start();
        BuildProcessState state = new BuildProcessState(
                true, AgentStatus.disabled(), ClassPath.EMPTY, logging, NativeServices.getInstance());
        BuildActionResult result = state.getServices()
                .get(BuildExecutor.class)
                .execute(
                        new ExecuteBuildAction(start),
                        new DefaultBuildActionParameters(
                                System.getProperties(),
                                System.getenv(),
                                project,
                                LogLevel.LIFECYCLE,
                                false,
                                ClassPath.EMPTY),
                        new DefaultBuildRequestContext(
                                new DefaultBuildRequestMetaData(System.currentTimeMillis()),
                                new DefaultBuildCancellationToken(),
                                new NoOpBuildEventConsumer()));
        manager.stop();
        System.exit(result.hasFailure() ? 1 : 0);
    }
}
