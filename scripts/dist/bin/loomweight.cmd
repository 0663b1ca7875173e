@echo off
rem Runs the `loomweight` command of an unpacked package on Windows. Builds nothing.
rem
rem   LOOMWEIGHT_JDK        home of the Java 21 or newer to run with; default: the runtime of the package, else that of
rem                         JAVA_HOME or of the PATH
rem   LOOMWEIGHT_JAVA_OPTS  options for the JVM of the command
setlocal EnableExtensions DisableDelayedExpansion
for %%d in ("%~dp0..") do set "LW_HOME=%%~fd"
set "LW_JAVA="

if not defined LOOMWEIGHT_JDK goto :search
call :try "%LOOMWEIGHT_JDK%"
if defined LW_JAVA goto :found
>&2 echo loomweight: LOOMWEIGHT_JDK=%LOOMWEIGHT_JDK% is no Java 21 or newer with jdk.attach and jdk.jfr
exit /b 1

:search
call :try "%LW_HOME%\runtime"
if not defined LW_JAVA if defined JAVA_HOME call :try "%JAVA_HOME%"
if not defined LW_JAVA for %%j in (java.exe) do if not "%%~$PATH:j"=="" for %%d in ("%%~$PATH:j\..\..") do call :try "%%~fd"
if defined LW_JAVA goto :found
>&2 echo loomweight: no Java 21 or newer in JAVA_HOME or on the PATH; install one, or name its home in LOOMWEIGHT_JDK
exit /b 1

:found
rem Commands whose work the optimizing compiler does not make faster, but for large files and other readers.
set "LW_COMPILERS="
set "LW_DIGIT=9"
for %%c in (threads hang waits carriers) do if /i "%~1"=="%%c" set "LW_DIGIT=7"
for %%c in (-h --help help -V --version report pins memory diff check repl threads hang waits carriers) do if /i "%~1"=="%%c" call :brief %*
if "%~1"=="" set "LW_COMPILERS=-XX:TieredStopAtLevel=1"

rem Of a server of assistants, standard output is the protocol's: the words of the JVM go to standard error.
set "LW_QUIET="
if "%~1"=="mcp" set "LW_QUIET=-XX:+DisplayVMOutputToStderr"

set "LW_ARCHIVE="
if exist "%LW_HOME%\lib\loomweight-%LW_VERSION%.jsa" set LW_ARCHIVE="-XX:SharedArchiveFile=%LW_HOME%\lib\loomweight-%LW_VERSION%.jsa"
set "LW_COLLECTOR=-XX:+UseSerialGC"
if defined LOOMWEIGHT_JAVA_OPTS echo "%LOOMWEIGHT_JAVA_OPTS%" | "%SystemRoot%\System32\findstr.exe" /r /c:"-XX:+Use[A-Za-z]*GC" >nul && set "LW_COLLECTOR="

rem These tell the command what is a terminal; here it is not known.
set "LOOMWEIGHT_COLUMNS="
set "LOOMWEIGHT_ROWS="
set "LOOMWEIGHT_STDERR_TERMINAL="
set "LOOMWEIGHT_STDIN_TERMINAL="

"%LW_JAVA%" -Xlog:disable %LW_ARCHIVE% %LW_COMPILERS% %LW_QUIET% %LW_COLLECTOR% %LOOMWEIGHT_JAVA_OPTS% "-Dloomweight.samples=%LW_HOME%\lib\loomweight-samples.jar" "-Dloomweight.agent=%LW_HOME%\lib\loomweight-agent.jar" -Djdk.reflect.useNativeAccessorOnly=true -jar "%LW_HOME%\lib\loomweight.jar" %*
exit /b %ERRORLEVEL%

rem Sets LW_JAVA and LW_VERSION if this home has a Java that runs the command; its file "release" has its version and modules.
:try
if not exist "%~1\bin\java.exe" exit /b 0
if not exist "%~1\release" exit /b 0
set "LW_VERSION="
for /f "usebackq tokens=1,2 delims==" %%k in ("%~1\release") do if "%%k"=="JAVA_VERSION" set "LW_VERSION=%%~l"
if not defined LW_VERSION exit /b 0
for /f "tokens=1 delims=.-+" %%m in ("%LW_VERSION%") do set "LW_MAJOR=%%m"
if %LW_MAJOR% LSS 21 exit /b 0
"%SystemRoot%\System32\findstr.exe" /b /c:"MODULES=" "%~1\release" >nul || goto :take
"%SystemRoot%\System32\findstr.exe" /b /c:"MODULES=" "%~1\release" | "%SystemRoot%\System32\findstr.exe" /c:"jdk.attach" | "%SystemRoot%\System32\findstr.exe" /c:"jdk.jfr" >nul || exit /b 0
:take
for %%d in ("%~1") do set "LW_JAVA=%%~fd\bin\java.exe"
exit /b 0

rem Sets LW_COMPILERS unless (cmd parts --reader=jdk into two) an argument is a reader of another project, or a file of 10 digits of bytes, of 8 for thread dumps.
:brief
set "LW_COMPILERS=-XX:TieredStopAtLevel=1"
:next
if "%~1"=="" exit /b 0
for %%r in (jdk jmc --jmc-rules) do if "%~1"=="%%r" set "LW_COMPILERS="
if exist "%~1" call :size "%~z1"
shift
goto :next

:size
set "LW_SIZE=%~1"
call set "LW_SIZE=%%LW_SIZE:~%LW_DIGIT%,1%%"
if not "%LW_SIZE%"=="" set "LW_COMPILERS="
exit /b 0
